// Connect Four as a boardgame.io game.
const { INVALID_MOVE } = require('boardgame.io/core');

const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];

function inLine(columns, column, player, [dx, dy]) {
  const row = columns[column].length - 1;
  const is = (x, y) => columns[x]?.[y] === player;
  let n = 1;
  for (const sign of [1, -1]) for (let k = 1; is(column + sign * k * dx, row + sign * k * dy); k++) n++;
  return n;
}

exports.ConnectFour = {
  name: 'connect-four',
  setup: () => ({ columns: [[], [], [], [], [], [], []], winner: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!G.columns[column] || G.columns[column].length === 6) return INVALID_MOVE;
      G.columns[column].push(playerID);
      if (directions.some((direction) => inLine(G.columns, column, playerID, direction) >= 4)) G.winner = playerID;
    },
  },
  endIf: ({ G }) => (G.winner !== null ? { winner: G.winner } : G.columns.every((c) => c.length === 6) || undefined),
};
