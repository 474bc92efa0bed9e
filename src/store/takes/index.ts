/** The history of what members have made. */
export { takeOrigins, type TakeOrigin, type TakeRow } from './schema.ts';
export * from './shares.ts';
export * from './takes.ts';
