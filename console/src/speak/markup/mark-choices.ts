/** Values of marks that are offered, by their names. */
import type { MarkKind } from './marks.ts';

export interface MarkChoice {
  readonly id: string;
  readonly name: string;
}

export const markChoices: Readonly<Record<Exclude<MarkKind, 'spell'>, readonly MarkChoice[]>> = {
  pause: [
    { id: '300', name: 'Short, 0.3 s' },
    { id: '500', name: 'Half a second' },
    { id: '1000', name: 'One second' },
    { id: '2000', name: 'Two seconds' },
  ],
  speed: [
    { id: '0.7', name: 'Much slower' },
    { id: '0.85', name: 'Slower' },
    { id: '1.15', name: 'Faster' },
    { id: '1.35', name: 'Much faster' },
  ],
  volume: [
    { id: '0.6', name: 'Much quieter' },
    { id: '0.8', name: 'Quieter' },
    { id: '1.3', name: 'Louder' },
    { id: '1.7', name: 'Much louder' },
  ],
  // Of the emotions, those that differ most; all of them can be typed.
  emotion: ['happy', 'excited', 'calm', 'sad', 'angry', 'surprised', 'curious', 'sympathetic'].map((id) => ({
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
  })),
};
