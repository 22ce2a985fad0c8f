/** How large the cards of a layout can be drawn, reckoned from what lies where. */

/** How wide a card may be, in pixels. */
const WIDTHS = [
  464, 400, 344, 296, 256, 220, 190, 164, 142, 124, 110, 96, 84, 74, 66, 58, 52, 46, 43, 40, 37, 34, 32, 30, 28, 26,
];

/** The first cards on an empty table are no larger than this part of its width and of its height; on a projector, than that. */
const [PART_OF_WIDTH, PART_OF_HEIGHT, LEAST_AT_FIRST] = [1 / 8, 1 / 3.6, 96];
const PART_FROM_AFAR = 1 / 2.4;

/** In parts of a card's width, as board.css has them. */
const [HIGH, STEP, GAP, BELOW, APART, BAND, CAPTION] = [1.4, 0.52, 0.24, 0.16, 0.1, 0.4, 1.1];

/** Cards get as small as this, on a projector as that; where not all are in sight then, one scrolls. */
const [LEAST, LEAST_FROM_AFAR] = [26, 34];

/** More than one band is worth its while where cards get so many times larger in bands; on a projector, so many times. */
const [WORTH, WORTH_FROM_AFAR] = [1.5, 1.15];

/** A pile of more cards than this is no higher than one of so many, as long as a strip of each card is seen. */
const [HIGHEST, LEAST_STEP] = [6, 0.2];

/**
 * How wide a card of a layout is in a room of `width` by `height` pixels, with `waiting` cards at its end: as wide as it
 * can be with all in sight. Where a row is full, the mainline goes on in a new one below it.
 */
export function measure(layout, { width, height, waiting, spectator }) {
  const columns = heights(layout, waiting);
  const most = Math.max(
    LEAST_AT_FIRST,
    spectator ? height * PART_FROM_AFAR : Math.min(width * PART_OF_WIDTH, height * PART_OF_HEIGHT),
  );
  const least = spectator ? LEAST_FROM_AFAR : LEAST;
  const widest = (fits) =>
    WIDTHS.find((card) => card <= least || (card <= most && fits(columns, card, width, height)));
  const [row, banded] = [widest(fitsInRow), widest(fitsInBands)];
  return row * (spectator ? WORTH_FROM_AFAR : WORTH) < banded || !fitsInRow(columns, row, width, height)
    ? banded
    : row;
}

/** Whether all of a layout is in sight with cards so wide; `ahead` cards' places are taken before it. */
export function fits(layout, card, { width, height, ahead = 0 }) {
  return fitsInBands([...Array(ahead).fill(HIGH), ...heights(layout, 0)], card, width, height);
}

/** How high each column is, in parts of a card's width. */
function heights({ mainline, sidelines, before }, waiting) {
  const columns = mainline.map((_, i) => HIGH + (sidelines[i].length ? BELOW + pile(sidelines[i]) : 0));
  const early = before.length ? [HIGH + BELOW + pile(before)] : [];
  return [...early, ...columns, ...Array(waiting).fill(HIGH + CAPTION)];
}

/** How much of a card of a pile isn't covered by the next: less in a long one. */
export function stepOf(plays) {
  const cards = plays.flat().length;
  return cards <= HIGHEST ? STEP : Math.max(LEAST_STEP, (STEP * (HIGHEST - 1)) / (cards - 1));
}

function pile(plays) {
  return HIGH + (plays.flat().length - 1) * stepOf(plays) + (plays.length - 1) * APART;
}

function fitsInRow(columns, card, width, height) {
  const long = columns.length * (1 + GAP) * card;
  return long <= width && Math.max(...columns) * card <= height;
}

function fitsInBands(columns, card, width, height) {
  const inBand = Math.floor((width + GAP * card) / ((1 + GAP) * card));
  if (inBand < 1) return false;
  let high = 0;
  for (let start = 0; start < columns.length; start += inBand) {
    high += Math.max(...columns.slice(start, start + inBand)) + (start ? BAND : 0);
  }
  return high * card <= height;
}
