/** The result as a picture to send to friends: drawn here, by nobody else. It is of
 * paper in the dark, too, for nobody knows where it will be looked at. */
import { inkOn, initialOf } from "$/ui/colours";
import { seatShape } from "$/ui/shapes";
import type { HistoryRow, Seat } from "$lib/protocol";
import { linesOf, yOf } from "./chart";

export interface PictureRow {
  seat: Seat;
  place: string;
  name: string;
  total: string;
  tint: string;
  first: boolean;
}

export interface Result {
  game: string;
  title: string;
  /** When it was, and how many rounds. */
  about: string;
  rows: PictureRow[];
  history: readonly HistoryRow[];
}

const WIDTH = 1080;
const MARGIN = 72;
const ROW = 104;
const CHART = 360;
const HEAD = 300;
const FOOT = 48;
const INK = "#23201a";
const SOFT = "#5b5446";
const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export function heightOf({ rows, history }: Pick<Result, "rows" | "history">): number {
  return HEAD + rows.length * ROW + (history.length > 1 ? CHART : 0) + FOOT;
}

type Pen = CanvasRenderingContext2D;

interface Words {
  x: number;
  y: number;
  size: number;
  /** What is longer is written smaller, and then cut. */
  room: number;
  bold?: boolean;
  ink?: string;
  align?: CanvasTextAlign;
}

/** As large as it fits, down to six tenths; then it ends in an ellipsis. */
function write(pen: Pen, text: string, words: Words): void {
  const { x, y, room, bold = false, ink = INK, align = "left" } = words;
  let { size } = words;
  const font = (): string => `${bold ? 700 : 400} ${size}px ${FONT}`;
  pen.font = font();
  while (pen.measureText(text).width > room && size > words.size * 0.6) {
    size -= 2;
    pen.font = font();
  }
  const letters = Array.from(text);
  let shown = text;
  while (pen.measureText(shown).width > room && letters.length > 1) {
    letters.pop();
    shown = `${letters.join("")}…`;
  }
  pen.fillStyle = ink;
  pen.textAlign = align;
  pen.fillText(shown, x, y);
}

function drawRow(pen: Pen, row: PictureRow, top: number): void {
  pen.fillStyle = row.first ? "#fbe8c4" : "#fffdf8";
  pen.strokeStyle = row.first ? "#9a6a3c" : "#cfc3ab";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(MARGIN, top, WIDTH - 2 * MARGIN, ROW - 16, 20);
  pen.fill();
  pen.stroke();
  const line = top + 58;
  write(pen, row.place, {
    x: MARGIN + 28,
    y: line,
    size: 36,
    room: 60,
    bold: true,
    ink: SOFT,
  });
  pen.save();
  pen.translate(MARGIN + 100, top + 12);
  pen.scale(1.6, 1.6);
  pen.fillStyle = row.tint;
  pen.fill(new Path2D(seatShape(row.seat)));
  pen.restore();
  write(pen, initialOf(row.name), {
    x: MARGIN + 132,
    y: top + 56,
    size: 34,
    room: 60,
    bold: true,
    ink: inkOn(row.tint),
    align: "center",
  });
  write(pen, row.name, { x: MARGIN + 184, y: line, size: 38, room: 560, bold: true });
  write(pen, row.total, {
    x: WIDTH - MARGIN - 28,
    y: line + 4,
    size: 48,
    room: 150,
    bold: true,
    align: "right",
  });
}

function drawChart(pen: Pen, { history, rows }: Result, top: number): void {
  const box = {
    left: MARGIN + 20,
    right: WIDTH - MARGIN - 20,
    top: top + 24,
    bottom: top + CHART - 40,
  };
  const { lines, scale } = linesOf(
    history,
    rows.map(({ seat }) => seat),
    box,
  );
  pen.lineWidth = 2;
  pen.strokeStyle = "#cfc3ab";
  for (const tick of scale.ticks) {
    const y = yOf(scale, box, tick);
    pen.beginPath();
    pen.moveTo(box.left, y);
    pen.lineTo(box.right, y);
    pen.stroke();
  }
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  for (const line of lines) {
    pen.strokeStyle = rows.find(({ seat }) => seat === line.seat)?.tint ?? INK;
    pen.beginPath();
    line.points.forEach(({ x, y }, i) =>
      i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y),
    );
    pen.stroke();
  }
}

export function drawResult(canvas: HTMLCanvasElement, result: Result): void {
  canvas.width = WIDTH;
  canvas.height = heightOf(result);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#f5efe3";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#2d6a5f";
  pen.fillRect(0, 0, canvas.width, 92);
  const room = WIDTH - 2 * MARGIN;
  const middle = { x: WIDTH / 2, align: "center" as const, room };
  write(pen, result.game, { ...middle, y: 62, size: 40, bold: true, ink: "#f2fbf7" });
  write(pen, result.title, { ...middle, y: 190, size: 68, bold: true });
  write(pen, result.about, { ...middle, y: 252, size: 34, ink: SOFT });
  let top = HEAD;
  for (const row of result.rows) {
    drawRow(pen, row, top);
    top += ROW;
  }
  if (result.history.length > 1) drawChart(pen, result, top);
}

async function fileOf(result: Result, name: string): Promise<File | null> {
  const canvas = document.createElement("canvas");
  drawResult(canvas, result);
  const blob = await new Promise<Blob | null>((done) =>
    canvas.toBlob(done, "image/png"),
  );
  return blob && new File([blob], name, { type: "image/png" });
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The device's own way to send it, or a file where it has none. */
export async function send(
  result: Result,
  name: string,
): Promise<"sent" | "saved" | "given up" | "failed"> {
  const file = await fileOf(result, name);
  if (!file) return "failed";
  const shared = { files: [file], title: result.title };
  if (typeof navigator.canShare === "function" && navigator.canShare(shared))
    try {
      await navigator.share(shared);
      return "sent";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError")
        return "given up";
      // It may not be allowed here: a file always is.
    }
  save(file);
  return "saved";
}
