// boardgame.io's own server, on any free port, which it prints.
const { Server } = require('boardgame.io/server');
const { ConnectFour } = require('./game.cjs');

const server = Server({ games: [ConnectFour], origins: ['*'] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => process.send(appServer.address().port));
