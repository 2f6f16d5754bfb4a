/** This browser at its server: who we are, whether we are connected, and the
 * one connection that all screens share. */
import { Client, type Socket, type Status } from "./client";
import type { Answer, HttpHello, Notice, Request } from "./protocol";
import { madeUpName } from "./names";
import { prefs } from "./prefs.svelte";

const GREET_WAIT_MS = 10_000;

function openSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
}

class Session {
  status: Status = $state("connecting");
  /** The server is about to stop, or can't save. */
  notice: Notice["notice"] | null = $state(null);
  name = $state(prefs.now.name);
  colour = $state(prefs.now.colour);
  /** Where phones on the same network reach this server, if it knows. */
  address: string | null = $state(null);
  #client: Client;

  constructor() {
    this.#client = new Client(
      {
        open: openSocket,
        greet: () => this.#greet(),
        after: (ms, call) => {
          const timer = setTimeout(call, ms);
          return () => clearTimeout(timer);
        },
        random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
      },
      {
        status: (status) => {
          this.status = status;
          if (status === "online") this.notice = null;
        },
        notice: ({ notice }) => (this.notice = notice === "store-up" ? null : notice),
        hello: (answer) => this.#hello(answer),
      },
    );
  }

  get client(): Client {
    return this.#client;
  }

  start(): void {
    this.#client.start();
    const wake = () => {
      if (document.visibilityState === "visible") this.#client.wake();
    };
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    addEventListener("pageshow", (event) => {
      if (event.persisted) wake();
    });
  }

  request(request: Request): Promise<Answer> {
    return this.#client.request(request);
  }

  /** What this person is called from now on, here and at the server. */
  async rename(name: string, colour: string): Promise<Answer> {
    const answer = await this.request({ do: "me", name, colour });
    if (!answer.error) {
      this.name = name;
      this.colour = colour;
      prefs.set({ name, colour });
    }
    return answer;
  }

  async #greet(): Promise<void> {
    const response = await fetch("/api/hello", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      credentials: "same-origin",
      ...(typeof AbortSignal.timeout === "function"
        ? { signal: AbortSignal.timeout(GREET_WAIT_MS) }
        : {}),
    });
    if (!response.ok) throw new Error(`hello: ${response.status}`);
    this.address = ((await response.json()) as HttpHello).address;
  }

  #hello(answer: Answer): void {
    const { name: told = "", colour = "" } = answer;
    // The server may have forgotten us; what it calls strangers is no name for us.
    const made = answer.made_up ? this.name || madeUpName() : told;
    this.name = prefs.now.name || made;
    this.colour = prefs.now.colour || colour;
    if (this.name !== told || this.colour !== colour)
      void this.request({ do: "me", name: this.name, colour: this.colour });
  }
}

export const session = new Session();

/** A share of chance: 64 hexadecimal digits that nobody can guess. */
export function chanceBytes(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
