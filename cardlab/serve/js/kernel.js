/**
 * The line to one kernel: Jupyter's WebSocket protocol v1, and the comms that widgets talk over.
 *
 * Knows messages and reconnecting; knows no widget and shows nothing.
 */

const CONTROL_COMM_TARGET = "jupyter.widget.control";
const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const PAUSES = [0, 500, 1000, 2000, 4000, 8000, 15000, 30000];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {{msg_id: string, msg_type: string, [other: string]: unknown}} Header
 * @typedef {{channel: string, header: Header, parent_header: Partial<Header>, metadata: Record<string, any>, content: any, buffers: DataView[]}} Message
 */

/** @param {Message} message */
export function encode({ channel, header, parent_header, metadata, content, buffers }) {
  const texts = [channel, ...[header, parent_header, metadata, content].map((part) => JSON.stringify(part))];
  const parts = [
    ...texts.map((text) => encoder.encode(text)),
    ...buffers.map((buffer) => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)),
  ];
  const offsets = [8 * (parts.length + 2)];
  for (const part of parts) offsets.push(/** @type {number} */ (offsets.at(-1)) + part.byteLength);
  const bytes = new Uint8Array(/** @type {number} */ (offsets.at(-1)));
  const view = new DataView(bytes.buffer);
  [offsets.length, ...offsets].forEach((number, place) => view.setBigUint64(8 * place, BigInt(number), true));
  parts.forEach((part, place) => bytes.set(part, offsets[place]));
  return bytes;
}

/** @param {ArrayBuffer} bytes @returns {Message} */
export function decode(bytes) {
  const view = new DataView(bytes);
  const count = Number(view.getBigUint64(0, true));
  const offsets = Array.from({ length: count }, (_, place) => Number(view.getBigUint64(8 * (place + 1), true)));
  /** @param {number} place */
  const text = (place) => decoder.decode(bytes.slice(offsets[place], offsets[place + 1]));
  const [header, parent_header, metadata, content] = [1, 2, 3, 4].map((place) => JSON.parse(text(place)));
  const buffers = offsets.slice(5, -1).map((from, place) => new DataView(bytes.slice(from, offsets[place + 6])));
  return { channel: text(0), header, parent_header, metadata, content, buffers };
}

/** One comm, in the shape that ipywidgets expects of it. */
export class Comm {
  /** @param {Kernel} kernel @param {string} target_name @param {string} comm_id */
  constructor(kernel, target_name, comm_id) {
    this.kernel = kernel;
    this.target_name = target_name;
    this.comm_id = comm_id;
    /** @type {(message: Message) => void} */
    this.heard = () => {};
    /** @type {(message: Message) => void} */
    this.ended = () => {};
  }

  /** @param {any} data @param {any} [callbacks] @param {any} [metadata] @param {any[]} [buffers] */
  open(data, callbacks, metadata, buffers) {
    return this.#say("comm_open", { target_name: this.target_name, data }, callbacks, metadata, buffers);
  }

  /** @param {any} data @param {any} [callbacks] @param {any} [metadata] @param {any[]} [buffers] */
  send(data, callbacks, metadata, buffers) {
    return this.#say("comm_msg", { data }, callbacks, metadata, buffers);
  }

  /** @param {any} [data] @param {any} [callbacks] @param {any} [metadata] @param {any[]} [buffers] */
  close(data, callbacks, metadata, buffers) {
    this.kernel.comms.delete(this.comm_id);
    return this.#say("comm_close", { data: data ?? {} }, callbacks, metadata, buffers);
  }

  /** @param {(message: Message) => void} heard */
  on_msg(heard) {
    this.heard = heard;
  }

  /** @param {(message: Message) => void} ended */
  on_close(ended) {
    this.ended = ended;
  }

  /** @param {string} type @param {any} content @param {any} callbacks @param {any} metadata @param {any[]} [buffers] */
  #say(type, content, callbacks, metadata, buffers) {
    return this.kernel.send(type, { comm_id: this.comm_id, ...content }, callbacks, metadata, buffers);
  }
}

/**
 * The connection. Events: "lost" (trying again), "back", "over" (the kernel is gone for good),
 * and "iopub" with every message that is not a comm's.
 */
export class Kernel extends EventTarget {
  /** @param {string} base the server's address path, with a slash at the end @param {string} id */
  constructor(base, id) {
    super();
    this.base = base;
    this.id = id;
    this.session = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    /** @type {Map<string, Comm>} */
    this.comms = new Map();
    /** @type {Map<string, any>} */
    this.answers = new Map();
    /** @type {(comm: Comm, message: Message) => unknown} */
    this.opened = () => {};
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.waiting = [];
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.tries = 0;
    this.count = 0;
    /** What widgets said before the page knew them; null once it does. @type {Message[] | null} */
    this.held = [];
    this.isOver = false;
    this.#connect();
  }

  #connect() {
    const address = new URL(`${this.base}api/kernels/${this.id}/channels?session_id=${this.session}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address, [PROTOCOL]);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      if (this.tries) this.dispatchEvent(new Event("back"));
      this.tries = 0;
      for (const bytes of this.waiting.splice(0)) socket.send(bytes);
    };
    socket.onmessage = ({ data }) => {
      this.#queue(decode(data));
    };
    socket.onclose = () => this.#lost();
    this.socket = socket;
  }

  async #lost() {
    if (this.isOver) return;
    if (this.tries === 0) this.dispatchEvent(new Event("lost"));
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    await new Promise((done) => setTimeout(done, pause));
    try {
      const answer = await fetch(`${this.base}api/kernels/${this.id}`);
      if (answer.status === 404) return this.#over();
    } catch {
      return void this.#lost();
    }
    if (!this.isOver) this.#connect();
  }

  #over() {
    if (this.isOver) return;
    this.isOver = true;
    this.socket?.close();
    this.dispatchEvent(new Event("over"));
  }

  /** Stops listening; nothing is announced. */
  leave() {
    this.isOver = true;
    this.socket?.close();
  }

  /** From now on widgets are heard; first what they said since the page asked for their states. */
  release() {
    const held = this.held ?? [];
    this.held = null;
    for (const message of held) this.#queue(message);
  }

  /** One message after the other, each when the one before it is done. @param {Message} message */
  #queue(message) {
    this.turn = this.turn.then(() => this.#hear(message)).catch((problem) => console.warn(problem));
  }

  /** @param {Message} message */
  async #hear(message) {
    const { header, parent_header, content } = message;
    if (this.held && header.msg_type.startsWith("comm_")) {
      if (this.comms.get(content.comm_id)?.target_name !== CONTROL_COMM_TARGET) return void this.held.push(message);
      // The answer has the states of this moment; what was said before is in them.
      this.held = [];
    }
    switch (header.msg_type) {
      case "comm_open": {
        const comm = new Comm(this, content.target_name, content.comm_id);
        this.comms.set(comm.comm_id, comm);
        await this.opened(comm, message);
        break;
      }
      case "comm_msg":
        await this.comms.get(content.comm_id)?.heard(message);
        break;
      case "comm_close":
        await this.comms.get(content.comm_id)?.ended(message);
        this.comms.delete(content.comm_id);
        break;
      case "status":
        if (content.execution_state === "restarting" || content.execution_state === "dead") return this.#over();
        break;
      default:
        this.dispatchEvent(new CustomEvent("iopub", { detail: message }));
    }
    const callbacks = this.answers.get(parent_header.msg_id ?? "");
    if (!callbacks) return;
    if (message.channel === "iopub") {
      const kind = header.msg_type === "status" ? "status" : "output";
      callbacks.iopub?.[kind]?.(message);
      if (content.execution_state === "idle") this.answers.delete(parent_header.msg_id ?? "");
    } else if (message.channel === "shell") {
      callbacks.shell?.reply?.(message);
    }
  }

  /** @param {string} type @param {any} content @param {any} [callbacks] @param {any} [metadata] @param {any[]} [buffers] */
  send(type, content, callbacks, metadata, buffers = []) {
    const header = {
      msg_id: `${this.session}_${this.count++}`,
      msg_type: type,
      session: this.session,
      username: "",
      date: new Date().toISOString(),
      version: "5.3",
    };
    const views = (buffers ?? []).map((part) =>
      ArrayBuffer.isView(part) ? new DataView(part.buffer, part.byteOffset, part.byteLength) : new DataView(part),
    );
    const bytes = encode({
      channel: "shell",
      header,
      parent_header: {},
      metadata: metadata ?? {},
      content,
      buffers: views,
    });
    if (callbacks) this.answers.set(header.msg_id, callbacks);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(bytes);
    else this.waiting.push(bytes);
    return header.msg_id;
  }
}
