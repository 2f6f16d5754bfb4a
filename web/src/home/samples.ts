/** An open table, and lists, for the gallery. */
import type { Mine } from "$lib/mine";
import type { PublicTable, State } from "$lib/protocol";

export const OPEN: State = {
  phase: "open",
  games: 0,
  position: 0,
  you: { seat: 1, host: true, undo: false, code: "sesame" },
  host: 1,
  settings: {
    players: 4,
    edition: "gamewright",
    free_hand: false,
    starts: 2,
    first: "random",
    cast: "carry",
    piles: "open",
    deck: "standard",
    hints: true,
    undo: true,
    listed: false,
    watch: "link",
    clock: { kind: "game", base: 600_000, more: 10_000 },
    grace: 60_000,
    bot: 1000,
    stand_in: "normal",
    code: true,
  },
  seats: [
    { seat: 1, kind: "person", name: "Anna", colour: "#2b6cb0", present: true },
    {
      seat: 2,
      kind: "person",
      name: "Maximilian Alexander of the Long Name",
      colour: "#c05621",
      present: false,
    },
    { seat: 3, kind: "bot", name: "Otto", level: "hard", present: true },
    { seat: 4, kind: "empty" },
  ],
  fair: { commit: "40bf", contributed: [1, 2], last: null },
  game: null,
};

export const GUEST: State = {
  ...OPEN,
  you: { seat: null, host: false, undo: false },
};

const TIME = Date.UTC(2026, 10, 14, 19, 30);

export const MINE: Mine = {
  tables: [
    {
      table: "a1",
      link: "/t/a1",
      phase: "open",
      players: 4,
      seats: [{ seat: 1, kind: "person", name: "Anna" }],
      seat: 1,
      host: true,
      yours: false,
      time: TIME,
    },
    {
      table: "a2",
      link: "/t/a2",
      phase: "playing",
      players: 3,
      seats: [
        { seat: 1, kind: "person", name: "Anna" },
        { seat: 2, kind: "person", name: "Ben" },
        { seat: 3, kind: "bot", name: "Otto" },
      ],
      seat: 1,
      host: true,
      round: 4,
      rounds: 9,
      yours: true,
      time: TIME,
    },
  ],
  records: [1, 2, 3, 4].map((game) => ({
    table: "a3",
    game,
    time: TIME - game * 3_600_000,
    finished: game !== 2,
    won: game < 3 && game !== 2,
    seat: 1,
    players: [
      { name: "Anna", ...(game === 2 ? {} : { total: 20 - game * 3 }) },
      { name: "Ben", ...(game === 2 ? {} : { total: 12 }) },
    ],
  })),
};

const PUBLIC: PublicTable = {
  table: "b1",
  phase: "open",
  players: 4,
  taken: 2,
  edition: "gamewright",
  free_hand: false,
  deck: "standard",
  clock: "none",
  code: false,
  watch: true,
  games: 0,
  host: "Carla",
  created: TIME,
  time: TIME,
};

export const TABLES: PublicTable[] = [
  PUBLIC,
  { ...PUBLIC, table: "b2", host: "Dora", taken: 3, code: true, clock: "move" },
  { ...PUBLIC, table: "b3", host: null, phase: "playing", taken: 4 },
];
