// The four sides of a cell or tile, clockwise: an index is the quarters to the right of north.

export const SIDES = ['north', 'east', 'south', 'west'];
export const ARROWS = ['↑', '→', '↓', '←'];

/** From a cell to its neighbour at each side: [x, y]. */
export const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** Choices of these names are quarter turns to the right, 0 to 3 (docs/protocol.md). */
const QUARTERS = [SIDES, ['not', 'right', 'half', 'left']];

/** The quarter turns that a choice means; -1: none. */
export const quartersOf = (choice) => Math.max(...QUARTERS.map((names) => names.indexOf(choice)));
