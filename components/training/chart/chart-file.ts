import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import { saveBlob } from "#components/ui/save-file.ts";

const MARGIN_PX = 12;
const TITLE_PX = 28;

/** Saves the values of a chart, one row per point and line. */
export function saveChartValues(title: string, lines: readonly ChartLine[]): void {
  saveBlob(new Blob([chartCsv(lines)], { type: "text/csv;charset=utf-8" }), `${fileName(title)}.csv`);
}

export function chartCsv(lines: readonly ChartLine[]): string {
  const rows = lines.flatMap(({ label, points }) =>
    points.map(({ firstStep, lastStep, mean, min, max }) => [label, firstStep, lastStep, mean, min, max]),
  );
  return [["line", "first_step", "last_step", "mean", "min", "max"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

/** A text that a spreadsheet would take for a formula is kept a text. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves the picture of a chart as it is drawn, on the ground of the page and under its title. */
export function saveChartPicture(title: string, box: HTMLElement | null): void {
  const drawn = box?.querySelector("canvas");
  if (!box || !drawn) return;
  const scale = drawn.width / Math.max(drawn.clientWidth, 1);
  const picture = document.createElement("canvas");
  picture.width = drawn.width + 2 * MARGIN_PX * scale;
  picture.height = drawn.height + (TITLE_PX + 2 * MARGIN_PX) * scale;
  const pen = picture.getContext("2d");
  if (!pen) return;
  const { color, fontFamily } = getComputedStyle(box);
  pen.fillStyle = groundOf(box);
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.fillStyle = color;
  pen.font = `${14 * scale}px ${fontFamily}`;
  pen.textBaseline = "top";
  pen.fillText(title, MARGIN_PX * scale, MARGIN_PX * scale);
  pen.drawImage(drawn, MARGIN_PX * scale, (MARGIN_PX + TITLE_PX) * scale);
  picture.toBlob((blob) => {
    if (blob) saveBlob(blob, `${fileName(title)}.png`);
  });
}

/** The first opaque background under an element. */
function groundOf(element: HTMLElement | null): string {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return "white";
}

function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "chart"
  );
}
