/** A state that came whole, with what has changed since: docs/protocol.md,
 * Changes. What did not change stays the same object. */
import type { Changes, Game, State } from "./protocol";

/** Null stands for what is as it was. */
const items = <T>(old: T[], now: (T | null)[]): T[] =>
  now.map((item, i) => item ?? (old[i] as T));

function mergedGame(old: Game, now: NonNullable<Changes["game"]>): Game {
  const { players, hand, ...rest } = now;
  const game: Game = { ...old, ...rest };
  if (players)
    game.players = players.map((player, i) =>
      player
        ? { ...(old.players[i] as Game["players"][0]), ...player }
        : old.players[i],
    ) as Game["players"];
  if (hand) game.hand = items(old.hand ?? [], hand);
  return game;
}

export function merged(old: State, { game, ...rest }: Changes): State {
  const state: State = { ...old, ...rest };
  if (game !== undefined)
    // Where there was no game, all of it is new.
    state.game = game && (old.game ? mergedGame(old.game, game) : (game as Game));
  return state;
}
