export { UsageMeter, type MeterOptions, type Usage } from './meter.ts';
