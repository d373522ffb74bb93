// The lists of matches in the lobby, which a first page without any does not wait for.
export { openMatches } from './open-matches.js';
export { ownMatches, pastMatches } from './past-matches.js';
