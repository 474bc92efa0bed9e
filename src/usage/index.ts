/** The usage meter: characters spoken, counted so that a crash loses none. */
export { UsageMeter, type MeterOptions, type Usage } from './meter.ts';
