import type { Schemas } from '@sonorant/client';
import type { ReactElement } from 'react';
import { clipNotes } from '../audio/clips/clip-notes.ts';
import { hertzLabel, melTicks, positionOnMelAxis as positionOf } from '../audio/mel-axis.ts';
import { Badge } from '../components/badge.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { formatShare } from '../components/format.ts';
import '../styles/chart.css';

type Profile = Schemas['SpeakerProfile'];

/** What was measured of a speaker: a picture of the spectrum, with the same as numbers beside it. */
export function SpeakerProfile({ profile }: { readonly profile: Profile }): ReactElement {
  return (
    <div className="profile">
      {profile.spectrum_db === null ? (
        <p className="muted">The recording has too few vowels to tell more than the pitch.</p>
      ) : (
        <Spectrum profile={profile} levels={profile.spectrum_db} />
      )}
      <div className="stack">
        <Measures profile={profile} />
        {profile.notes.length > 0 && (
          <ul className="plain-list">
            {profile.notes.map((note) => (
              <li key={note}>
                <Badge tone="warning">{clipNotes[note] ?? note}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Measures({ profile }: { readonly profile: Profile }): ReactElement {
  const unit = (value: number | null, digits: number, name: string): string =>
    value === null ? 'Not measured' : `${value.toFixed(digits)} ${name}`;
  return (
    <Facts
      facts={[
        ['Pitch', `${Math.round(profile.pitch_hz)} Hz`],
        ['Movement of the pitch', formatShare(profile.pitch_spread)],
        [
          'Formants',
          profile.formants_hz === null
            ? 'Not measured'
            : profile.formants_hz.map((hertz, index) => `F${index + 1} ${Math.round(hertz)} Hz`).join(', '),
        ],
        ['Length of the vocal tract', unit(profile.vocal_tract_cm, 1, 'cm')],
        ['Slope of the spectrum', unit(profile.tilt_db_per_octave, 1, 'dB per octave')],
        ['Harmonics to noise', unit(profile.harmonics_to_noise_db, 1, 'dB')],
        ['Rate of speaking', unit(profile.syllables_per_second, 1, 'syllables per second')],
      ]}
    />
  );
}

const size = { width: 480, height: 220, left: 44, right: 8, top: 12, bottom: 40 } as const;
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
  bottom: size.height - size.bottom,
} as const;
const floorDb = -60;

/** The bands of the spectrum (the field `spectrum_db`) have equal width on the axis. */
function x(hertz: number): number {
  return size.left + positionOf(hertz) * plot.width;
}

function y(decibel: number): number {
  return size.top + (Math.min(0, Math.max(floorDb, decibel)) / floorDb) * plot.height;
}

function Spectrum({
  profile,
  levels,
}: {
  readonly profile: Profile;
  readonly levels: readonly (number | null)[];
}): ReactElement {
  const bandWidth = plot.width / levels.length;
  const formants = (profile.formants_hz ?? []).map((hertz, index) => `F${index + 1} at ${Math.round(hertz)} Hz`);
  const title = `Spectrum of the voice: pitch ${Math.round(profile.pitch_hz)} Hz${formants.map((formant) => `, ${formant}`).join('')}`;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
        {[0, -20, -40, -60].map((decibel) => (
          <g key={decibel}>
            <line className="chart-grid" x1={size.left} x2={size.width - size.right} y1={y(decibel)} y2={y(decibel)} />
            <text className="chart-text" x={size.left - 6} y={y(decibel) + 4} textAnchor="end">
              {decibel}
            </text>
          </g>
        ))}
        {levels.map((level, band) =>
          level === null ? null : (
            <rect
              key={band}
              className="chart-bar"
              x={size.left + band * bandWidth + 1}
              width={bandWidth - 2}
              y={y(level)}
              height={plot.bottom - y(level)}
            />
          ),
        )}
        <line
          className="chart-pitch"
          x1={x(profile.pitch_hz)}
          x2={x(profile.pitch_hz)}
          y1={size.top}
          y2={plot.bottom}
        />
        <text className="chart-text" x={x(profile.pitch_hz)} y={size.top - 2} textAnchor="middle">
          pitch
        </text>
        {(profile.formants_hz ?? []).map((hertz, index) => (
          <g key={index}>
            <line className="chart-formant" x1={x(hertz)} x2={x(hertz)} y1={size.top} y2={plot.bottom} />
            <text className="chart-text" x={x(hertz)} y={size.top - 2} textAnchor="middle">
              F{index + 1}
            </text>
          </g>
        ))}
        {melTicks.map((hertz) => (
          <text key={hertz} className="chart-text" x={x(hertz)} y={plot.bottom + 15} textAnchor="middle">
            {hertzLabel(hertz)}
          </text>
        ))}
        <text className="chart-text" x={size.left + plot.width / 2} y={size.height - 6} textAnchor="middle">
          Frequency in Hz, level in dB
        </text>
      </svg>
      <figcaption className="muted">
        How the power of the voice is spread over frequencies, and where its resonances (formants) lie.
      </figcaption>
    </figure>
  );
}
