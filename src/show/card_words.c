/* The tables of card_words.h. Sentences are whole ones, because another language
 * may build them quite differently. */
#include "show/card_words.h"

#include "i18n/mark.h"

const uint8_t card_shades[TIO_EDITIONS][4] = {
    [TIO_GAMEWRIGHT] = {ORANGE, BLUE, RED, ANY},
    [TIO_SCHMIDT] = {WHITE, BLACK, RED, ANY},
};
_Static_assert(TIO_EDITIONS == 2, "every edition has its colours");

/* clang-format off */
const struct combo_words combo_words = {
    .number = {
        NC_("number", "no"),    NC_("number", "one"),   NC_("number", "two"),
        NC_("number", "three"), NC_("number", "four"),  NC_("number", "five"),
        NC_("number", "six"),   NC_("number", "seven"), NC_("number", "eight"),
        NC_("number", "nine"),
    },
    .a_face = {
        [ORANGE] = N_("an orange %u"), [BLUE] = N_("a blue %u"),
        [WHITE] = N_("a white %u"),    [BLACK] = N_("a black %u"),
        [RED] = N_("a red %u"),        [ANY] = N_("any %u"),
    },
    .any_die = {
        [ORANGE] = N_("any orange die"), [BLUE] = N_("any blue die"),
        [WHITE] = N_("any white die"),   [BLACK] = N_("any black die"),
        [RED] = N_("any red die"),       [ANY] = N_("any die"),
    },
    .any_number = {
        [ORANGE] = N_("any orange dice"),
        [BLUE] = N_("any blue dice"),
        [WHITE] = N_("any white dice"),
        [BLACK] = N_("any black dice"),
        [RED] = N_("any red dice"),
        [ANY] = N_("any dice"),
    },
    .faces = {
        [ORANGE] = {NN_("%s orange %u", "%s orange %us")},
        [BLUE] = {NN_("%s blue %u", "%s blue %us")},
        [WHITE] = {NN_("%s white %u", "%s white %us")},
        [BLACK] = {NN_("%s black %u", "%s black %us")},
        [RED] = {NN_("%s red %u", "%s red %us")},
        [ANY] = {NN_("%s %u of any colour", "%s %us of any colour")},
    },
    .dice = {
        [ORANGE] = {NN_("%s orange die", "%s orange dice")},
        [BLUE] = {NN_("%s blue die", "%s blue dice")},
        [WHITE] = {NN_("%s white die", "%s white dice")},
        [BLACK] = {NN_("%s black die", "%s black dice")},
        [RED] = {NN_("%s red die", "%s red dice")},
        [ANY] = {NN_("%s die of any colour", "%s dice of any colour")},
    },
    .of_sum = {NN_("%s die", "%s dice")},
    /* TRANSLATORS: %s is "two blue dice" or "any dice". */
    .exactly = N_("%s that add up to exactly %u"),
    .more = N_("%s that add up to more than %d"),
    .less = N_("%s that add up to less than %u"),
    /* TRANSLATORS: %s is "any blue die", and %u the face that it shows. */
    .one_exactly = N_("%s of exactly %u"),
    .one_more = N_("%s of more than %d"),
    .one_less = N_("%s of less than %u"),
    /* TRANSLATORS: "turn a blue die in the tray to any other face", "2 chips" */
    .cost = N_("%s, for %s"),
};

#define OF_COLOUR(orange, blue, white, black) \
    {[ORANGE] = (orange), [BLUE] = (blue), [WHITE] = (white), [BLACK] = (black)}
#define OF_EDITION(gamewright, schmidt) \
    {[ORANGE] = (gamewright), [WHITE] = (schmidt)}
#define ALWAYS(text) {[ANY] = (text)}

#define ROW(kind, ...) [TIO_##kind] = {#kind, __VA_ARGS__}

const struct action_words action_words[TIO_ACTION_KINDS] = {
    ROW(REROLL_COLOUR,
        OF_COLOUR(N_("re-roll any of the orange dice in the tray"),
                  N_("re-roll any of the blue dice in the tray"),
                  N_("re-roll all the white dice in the tray"),
                  N_("re-roll all the black dice in the tray")),
        OF_COLOUR(N_("re-roll orange dice"), N_("re-roll blue dice"),
                  N_("re-roll white dice"), N_("re-roll black dice"))),
    ROW(REROLL_FOUR,
        OF_EDITION(N_("re-roll up to four dice of any colour in the tray"),
                   N_("re-roll up to four white or black dice in the tray")),
        ALWAYS(N_("re-roll up to four dice"))),
    ROW(TAKE_TWO, ALWAYS(N_("take up to two dice this turn")),
        ALWAYS(N_("take two dice"))),
    ROW(CHANGE,
        OF_COLOUR(N_("turn an orange die in the tray to any other face"),
                  N_("turn a blue die in the tray to any other face"),
                  N_("turn a white die in the tray to any other face"),
                  N_("turn a black die in the tray to any other face")),
        OF_COLOUR(N_("change an orange die"), N_("change a blue die"),
                  N_("change a white die"), N_("change a black die"))),
    ROW(CAST, ALWAYS(N_("cast one of your dice back into the tray, aimed or not")),
        ALWAYS(N_("cast a die back"))),
    ROW(SWAP,
        OF_EDITION(N_("swap the faces of one orange and one blue die in the tray"),
                   N_("swap the faces of one white and one black die in the tray")),
        ALWAYS(N_("swap two faces"))),
    ROW(REROLL_RED, ALWAYS(N_("re-roll all the red dice in the tray")),
        ALWAYS(N_("re-roll red dice"))),
    ROW(SHIFT,
        OF_COLOUR(N_("shift one orange die in the tray two up or two down"),
                  N_("shift one blue die in the tray two up or two down"),
                  N_("shift one white die in the tray two up or two down"),
                  N_("shift one black die in the tray two up or two down")),
        OF_COLOUR(N_("shift an orange die by two"), N_("shift a blue die by two"),
                  N_("shift a white die by two"), N_("shift a black die by two"))),
    ROW(REROLL_ALL, ALWAYS(N_("re-roll all dice in the tray")),
        ALWAYS(N_("re-roll all dice"))),
};
/* clang-format on */
