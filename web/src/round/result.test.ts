import { describe, expect, it } from "vitest";
import { Samples } from "$/gallery/played";
import { testEngine } from "$/wasm/testing";
import type { RoundScore } from "$lib/protocol";
import { diceOfRow, resultOf, withLog } from "./result";
import { atRoundEnd, discards } from "./when";

const samples = new Samples(await testEngine());
const lay = samples.state("lay");
const discard = samples.state("discard");
const over = samples.state("over");
const scored = samples.news("over", (news) => news.scored !== undefined);
const shown = samples.news("over", (news) => discards(news) !== null);

describe("what a round brought", () => {
  it("comes from the news while the state is still the old one", () => {
    const scores: RoundScore[] = (lay.game?.players ?? []).map((_, i) => ({
      points: 4,
      chips: i,
      net: 4 - i,
      laid: [],
    }));
    const result = resultOf(lay, scores);
    expect(result?.round).toBe(lay.game?.round);
    expect(result?.rows[1]).toMatchObject({ seat: 2, points: 4, chips: 1, net: 3 });
    expect(result?.rows[1]?.before).toBe(lay.game?.players[1]?.total);
    expect(result?.rows[1]?.after).toBe((lay.game?.players[1]?.total ?? 0) + 3);
  });

  it("comes from the state afterwards, with totals before and after", () => {
    const rows = resultOf(discard)?.rows ?? [];
    expect(rows).toHaveLength(3);
    for (const [i, row] of rows.entries()) {
      expect(row.after).toBe(discard.game?.history.at(-1)?.totals[i]);
      expect((row.before ?? 0) + row.net).toBe(row.after);
      expect(row.points - row.chips).toBe(row.net);
    }
  });

  it("is nothing before the first round is over", () => {
    expect(resultOf(samples.state("drawFirst"))).toBeNull();
  });

  it("hides totals where piles are face down", () => {
    const game = discard.game;
    if (!game) throw new Error("no game");
    const players = game.players.map((one) => ({ ...one, total: null, points: null }));
    const rows = resultOf({ ...discard, game: { ...game, players } })?.rows;
    expect(rows?.map(({ before, after }) => [before, after])).toEqual(
      players.map(() => [null, null]),
    );
  });

  it("finds in the log which dice were left over", () => {
    const result = resultOf(over);
    if (!result) throw new Error("no result");
    const bare = {
      ...result,
      rows: result.rows.map((row) => ({ ...row, surplus: [], red: 0 })),
    };
    const other = scored.scored?.map((score) => ({ ...score, net: score.net + 1 }));
    const full = scored.scored?.map((score) => ({ ...score, red: 7 }));
    expect(withLog(bare, [])).toBe(bare);
    expect(withLog(bare, [{ seq: 1, news: { ...scored, scored: other ?? [] } }])).toBe(
      bare,
    );
    const found = withLog(bare, [{ seq: 1, news: { ...scored, scored: full ?? [] } }]);
    expect(found.rows[0]?.red).toBe(7);
  });

  it("lists every die once, those left over last", () => {
    const row = resultOf(discard)?.rows[0];
    if (!row) throw new Error("no row");
    const dice = diceOfRow(row);
    const laid = row.laid.flatMap((card) => card.dice);
    expect(dice.map(({ die }) => die)).toEqual([
      ...laid,
      ...row.surplus.map(({ die }) => die),
    ]);
    expect(dice.filter(({ card }) => card < 0)).toHaveLength(row.surplus.length);
  });
});

describe("the end of a round is on screen", () => {
  it("while all decide, and while it is scored", () => {
    expect(atRoundEnd(lay, null)).toBe(true);
    expect(atRoundEnd(discard, null)).toBe(true);
    expect(atRoundEnd(over, null)).toBe(false);
    expect(atRoundEnd(over, scored)).toBe(true);
    expect(atRoundEnd(null, null)).toBe(false);
    for (const state of [lay, samples.state("draw")]) {
      expect(atRoundEnd(state, null, false)).toBe(false);
      expect(atRoundEnd(state, scored, false)).toBe(true);
    }
    expect(atRoundEnd(discard, null, false)).toBe(true);
    const turn = lay.game && { ...lay.game, phase: "turn" as const };
    expect(atRoundEnd({ ...lay, game: turn }, null)).toBe(false);
  });

  it("with what was discarded, once all have", () => {
    expect(discards(shown)).toHaveLength(3);
    expect(discards(scored)).toBeNull();
    expect(discards(null)).toBeNull();
  });
});
