/** One WebSocket to the server. A request that was not answered is sent again
 * with the same id when the connection is back, which the server takes as the
 * same: a click is never lost and nothing happens twice. */
import {
  VERSION,
  type Answer,
  type In,
  type Notice,
  type Request,
  type State,
  type TableMessage,
} from "./protocol";
import { merged } from "./sections";

export type Status = "connecting" | "online" | "offline" | "outdated";

export interface ClientEvents {
  status(status: Status): void;
  notice(notice: Notice): void;
  hello(answer: Answer): void;
}

interface Pending {
  message: In;
  settle(answer: Answer): void;
  /** Stops the wait for an answer on this connection. */
  calm?: () => void;
}

interface Watched {
  seq: number;
  /** As a spectator, whatever seat is ours. */
  aside: boolean;
  /** The last state, and which it is; null: none, or it is asked for. */
  state: State | null;
  stateSeq: number;
  told(message: TableMessage): void;
  refused(answer: Answer): void;
}

export interface Socket {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
}

/** What a client needs of its surroundings; tests bring their own. */
export interface Surroundings {
  open(): Socket;
  /** Makes the browser known to the server, by a cookie. */
  greet(): Promise<void>;
  after(ms: number, call: () => void): () => void;
  random(): number;
}

const LEAST_WAIT_MS = 400;
/** The server stops, and another one is there: no need to wait, but not all at the
 * same moment. */
const ANOTHER_SERVER = 1012;
const AT_ONCE_MS = 100;
const MOST_WAIT_MS = 15_000;
const PING_WAIT_MS = 6_000;
/** So long unanswered, or nothing heard at all: is anybody there? A network may
 * fall silent without a word. */
const DOUBT_MS = 6_000;
const SILENCE_MS = 30_000;
const HELLO_WAIT_MS = 10_000;

export class Client {
  #around: Surroundings;
  #events: ClientEvents;
  #socket: Socket | null = null;
  #pending = new Map<string, Pending>();
  #watched = new Map<string, Watched>();
  #next = 1;
  #prefix: string;
  #failures = 0;
  #greeted = false;
  #connecting = false;
  #cancelWait: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #status: Status = "connecting";
  #ended = false;

  constructor(around: Surroundings, events: ClientEvents) {
    this.#around = around;
    this.#events = events;
    this.#prefix = Math.floor(around.random() * 36 ** 8).toString(36);
  }

  get status(): Status {
    return this.#status;
  }

  start(): void {
    void this.#connect();
  }

  stop(): void {
    this.#ended = true;
    this.#cancelWait?.();
    this.#drop();
  }

  /** The answer, however long the connection takes to come back. */
  request(request: Request): Promise<Answer> {
    const id = `${this.#prefix}-${this.#next++}`;
    return new Promise((settle) => {
      const pending: Pending = { message: { ...request, id } as In, settle };
      this.#pending.set(id, pending);
      if (this.#status === "online") this.#dispatch(pending);
    });
  }

  /** From now on `told` hears of the table. */
  watch(
    table: string,
    told: (message: TableMessage) => void,
    refused: (answer: Answer) => void,
    aside = false,
  ): void {
    this.#watched.set(table, {
      seq: 0,
      aside,
      state: null,
      stateSeq: 0,
      told,
      refused,
    });
    if (this.#status === "online") this.#enter(table);
  }

  unwatch(table: string): void {
    if (this.#watched.delete(table) && this.#status === "online")
      this.#write({ id: this.#throwaway(), do: "exit", table });
  }

  /** The device woke up, or the network is back: find out at once. */
  wake(): void {
    if (this.#ended || this.#status === "outdated") return;
    if (this.#status !== "online") {
      this.#cancelWait?.();
      this.#failures = 0;
      void this.#connect();
      return;
    }
    const socket = this.#socket;
    const cancel = this.#around.after(PING_WAIT_MS, () => {
      if (this.#socket === socket) this.#lost();
    });
    void this.request({ do: "ping" }).then(cancel);
  }

  #throwaway(): string {
    return `${this.#prefix}-${this.#next++}`;
  }

  #setStatus(status: Status): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#events.status(status);
  }

  async #connect(): Promise<void> {
    this.#cancelWait = null;
    if (this.#ended || this.#connecting || this.#socket) return;
    this.#connecting = true;
    try {
      if (!this.#greeted) await this.#around.greet();
      this.#greeted = true;
    } catch {
      this.#connecting = false;
      this.#lost();
      return;
    }
    this.#connecting = false;
    if (this.#ended) return;
    const socket = this.#around.open();
    this.#socket = socket;
    const cancel = this.#around.after(HELLO_WAIT_MS, () => {
      if (this.#socket === socket && this.#status !== "online") this.#lost();
    });
    socket.onopen = () => this.#hello(cancel);
    socket.onmessage = (event) => {
      if (this.#socket === socket && typeof event.data === "string")
        this.#heard(event.data);
    };
    socket.onclose = (event) => {
      cancel();
      if (this.#socket === socket) this.#lost(event?.code);
    };
  }

  #hello(cancel: () => void): void {
    const id = this.#throwaway();
    const settle = (answer: Answer) => {
      cancel();
      if (answer.error === "bad-version") {
        this.#drop();
        this.#setStatus("outdated");
      } else if (answer.error) {
        this.#greeted = false;
        this.#lost();
      } else this.#welcome(answer);
    };
    const message: In = { id, do: "hello", version: VERSION };
    this.#pending.set(id, { message, settle });
    this.#write(message);
  }

  #welcome(answer: Answer): void {
    this.#failures = 0;
    this.#setStatus("online");
    this.#events.hello(answer);
    const unanswered = [...this.#pending.values()];
    for (const table of this.#watched.keys()) this.#enter(table);
    for (const pending of unanswered) this.#dispatch(pending);
    this.#listen();
  }

  #enter(table: string): void {
    const watched = this.#watched.get(table);
    if (!watched) return;
    const id = this.#throwaway();
    const message: In = {
      id,
      do: "enter",
      table,
      ...(watched.seq > 0 ? { after: watched.seq } : {}),
      ...(watched.aside ? { aside: true } : {}),
    };
    const settle = (answer: Answer) => {
      if (answer.error && this.#watched.get(table) === watched) watched.refused(answer);
    };
    this.#pending.set(id, { message, settle });
    this.#write(message);
  }

  #dispatch(pending: Pending): void {
    this.#write(pending.message);
    if (pending.message.do !== "ping")
      pending.calm = this.#around.after(DOUBT_MS, () => this.wake());
  }

  #listen(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#around.after(SILENCE_MS, () => this.wake());
  }

  #write(message: In): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #heard(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#lost();
      return;
    }
    if (typeof message !== "object" || message === null) return;
    if (this.#status === "online") this.#listen();
    if ("re" in message) this.#answered(message as Answer);
    else if ("table" in message) this.#told(message as TableMessage);
    else if ("notice" in message) this.#events.notice(message as Notice);
  }

  #answered(answer: Answer): void {
    if (answer.re === null) return;
    const pending = this.#pending.get(answer.re);
    this.#pending.delete(answer.re);
    pending?.calm?.();
    pending?.settle(answer);
  }

  #told(message: TableMessage): void {
    const watched = this.#watched.get(message.table);
    if (!watched) return;
    if (message.seq !== undefined) {
      watched.seq = Math.max(watched.seq, message.seq);
      this.#complete(watched, message);
    }
    watched.told(message);
  }

  /** Whoever is told hears of whole states alone. */
  #complete(watched: Watched, message: TableMessage): void {
    const { changes, since } = message;
    if (changes && watched.state) {
      if (since === watched.stateSeq) message.state = merged(watched.state, changes);
      else {
        watched.state = null;
        this.#enter(message.table);
      }
    }
    if (!message.state) return;
    watched.state = message.state;
    watched.stateSeq = message.seq ?? 0;
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#cancelSilence?.();
    // These belong to the connection: the next one asks again.
    for (const [id, { message, calm }] of this.#pending) {
      calm?.();
      if (["hello", "enter", "ping"].includes(message.do)) this.#pending.delete(id);
    }
  }

  #lost(code?: number): void {
    this.#drop();
    if (this.#ended) return;
    this.#setStatus("offline");
    this.#failures++;
    const least =
      code === ANOTHER_SERVER && this.#failures === 1 ? AT_ONCE_MS : LEAST_WAIT_MS;
    const most = Math.min(MOST_WAIT_MS, least * 2 ** (this.#failures - 1));
    const wait = most * (0.5 + this.#around.random() / 2);
    this.#cancelWait?.();
    this.#cancelWait = this.#around.after(wait, () => void this.#connect());
  }
}
