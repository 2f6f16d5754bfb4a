/* See fit_words.h. The full screen says it on each card and under the tray. */
#include "terminal/fit_words.h"

#include "i18n/i18n.h"

void words_bound(struct text *out, const tio_combo *combo)
{
    if (combo->low == combo->high)
        text_add(out, "= %u", combo->low);
    else if (combo->high >= TIO_SUM_MAX)
        text_add(out, "> %d", combo->low - 1);
    else
        text_add(out, "< %u", combo->high + 1U);
}

static void words_nearer(struct text *out, const tio_combo *combo,
                         struct fit_card card)
{
    struct text goal;
    text_clear(&goal);
    if (combo->slots || combo->count) {
        text_add(out, C_("dice on a card", "%u of %u"), card.dice,
                 combo->slots ? combo->slots : combo->count);
        return;
    }
    if (combo->low == combo->high)
        text_add(&goal, "%u", combo->low);
    else
        words_bound(&goal, combo);
    text_add(out, C_("a sum so far", "%u of %s"), card.pips, goal.at);
}

void words_fit_card(struct text *out, const tio_combo *combo,
                    struct fit_card card)
{
    switch ((enum fit_how)card.how) {
    case FIT_NOT:
        break;
    case FIT_NEARER:
        words_nearer(out, combo, card);
        break;
    case FIT_COMPLETES:
        text_add(out, "%s", C_("a die", "completes"));
        break;
    case FIT_JOINS:
        text_add(out, "%s", C_("a die", "fits too"));
        break;
    }
}

/* The first place where the die does that, from 0, or at all if it is FIT_NOT. */
static unsigned place_of(const struct fit *fit, enum fit_how how)
{
    unsigned place = 0;
    while (place + 1 < fit->combos &&
           (how ? fit->card[place].how != how : !fit->card[place].how))
        place++;
    return place;
}

void words_fit(struct text *out, const struct arranged *now,
               const struct fit *fit)
{
    unsigned helps = fit_helps(fit);
    unsigned done = fit_completes(fit);
    unsigned more = helps - done;
    if (helps == 0) {
        text_add(out, "%s", _("fits none of your cards"));
    } else if (done > 1) {
        text_add(out, ngettext("completes %u card", "completes %u cards", done),
                 done);
    } else if (done == 1 && more) {
        text_add(out,
                 ngettext("completes card %u, fits %u more",
                          "completes card %u, fits %u more", more),
                 place_of(fit, FIT_COMPLETES) + 1, more);
    } else if (done == 1) {
        text_add(out, _("completes card %u"), place_of(fit, FIT_COMPLETES) + 1);
    } else if (helps > 1) {
        text_add(out, ngettext("fits %u card", "fits %u cards", helps), helps);
    } else {
        unsigned place = place_of(fit, FIT_NOT);
        struct text how;
        text_clear(&how);
        words_fit_card(&how, now->combo[place], fit->card[place]);
        text_add(out, _("fits card %u (%s)"), place + 1, how.at);
    }
}

static void add_signed(struct text *out, int net)
{
    text_add(out, net > 0 ? "+%d" : "%d", net);
}

void words_fit_worth(struct text *out, const struct fit *fit, bool utf8,
                     bool brief)
{
    struct text worth;
    text_clear(&worth);
    add_signed(&worth, fit->before);
    if (fit->net != fit->before) {
        text_add(&worth, utf8 ? " \u2192 " : " -> ");
        add_signed(&worth, fit->net);
    }
    if (brief)
        text_add(out, C_("score", "now: %s"), worth.at);
    else
        text_add(out, _("if the round ended now: %s"), worth.at);
}
