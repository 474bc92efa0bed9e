import type { ReactElement, ReactNode } from 'react';
import { Label, Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';

export interface SliderProps {
  readonly label: ReactNode;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** How a value is shown and read out. */
  readonly format: (value: number) => string;
}

/** A number on a scale. */
export function Slider({ label, value, onChange, min, max, step, format }: SliderProps): ReactElement {
  return (
    <AriaSlider className="field slider" value={value} onChange={onChange} minValue={min} maxValue={max} step={step}>
      <Label>{label}</Label>
      <SliderOutput>{format(value)}</SliderOutput>
      <SliderTrack className="slider-track">
        {({ state }) => (
          <>
            <span className="slider-fill" style={{ inlineSize: `${state.getThumbPercent(0) * 100}%` }} />
            <SliderThumb className="slider-thumb" />
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  );
}
