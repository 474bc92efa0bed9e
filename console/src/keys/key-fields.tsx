import type { ReactElement } from 'react';
import { scopes, type Scope } from './keys.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { CheckboxSet } from '../components/forms/checkbox-set.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import type { FormState } from '../components/forms/use-form.ts';

export interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Characters in a month; empty for no budget. */
  readonly budget: string;
  /** Speech goes on when the budget is used up. */
  readonly alertsOnly: boolean;
  /** Origins of the web pages that it is for, with spaces or commas between them; empty for a key of programs. */
  readonly origins: string;
}

export interface KeyFieldsProps {
  readonly form: Pick<FormState<KeyForm, unknown>, 'fields' | 'change' | 'problems'>;
  /** An admin key has no scopes. */
  readonly hasScopes: boolean;
  /** A key of programs does not become one of web pages. */
  readonly hasOrigins: boolean;
}

/** Addresses of pages are cut to their origins. */
export function originsIn(text: string): string[] {
  const given = text.split(/[\s,]+/).filter((part) => part !== '');
  return given.map((part) => (/^https?:/.test(part) && URL.canParse(part) ? new URL(part).origin : part));
}

/** All scopes together are sent as null: the key then opens what later versions add, too. */
export function wireScopes(chosen: readonly Scope[]): Scope[] | null {
  return chosen.length === scopes.length ? null : [...chosen];
}

/** A whole number, with or without separators of thousands. */
const wholeNumber = /^(\d+|\d{1,3}([\s,.]\d{3})+)$/;

/** Undefined where the text is no number of characters. */
function charactersIn(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  if (!wholeNumber.test(text.trim())) return undefined;
  const characters = Number(text.replaceAll(/[\s,.]/g, ''));
  return Number.isSafeInteger(characters) && characters > 0 ? characters : undefined;
}

export function isBudgetValid({ budget }: Pick<KeyForm, 'budget'>): boolean {
  return charactersIn(budget) !== undefined;
}

export function wireBudget({ budget, alertsOnly }: Pick<KeyForm, 'budget' | 'alertsOnly'>) {
  const characters = charactersIn(budget) ?? null;
  return characters === null ? null : { characters, action: alertsOnly ? ('alert' as const) : ('refuse' as const) };
}

/** What a key is called and what it opens. */
export function KeyFields({ form: { fields, change, problems }, hasScopes, hasOrigins }: KeyFieldsProps): ReactElement {
  return (
    <>
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        description="Where it is used: it is found by this name in the list, in the usage and among the requests."
        errorMessage={problems.get('name')}
      />
      {hasScopes && (
        <>
          <CheckboxSet
            label="What it opens"
            options={scopes}
            value={fields.scopes}
            onChange={(chosen) => change({ scopes: chosen as Scope[] })}
            errorMessage={
              fields.scopes.length === 0
                ? 'Choose at least one: a key without any opens nothing.'
                : problems.get('scopes')
            }
          />
          <TextField
            label="Monthly budget in characters"
            value={fields.budget}
            onChange={(budget) => change({ budget })}
            description="Empty for none. Webhooks are told at 80 % and at 100 %; then speech with this key is refused until the next month (UTC)."
            errorMessage={
              isBudgetValid(fields) ? problems.get('budget') : 'Enter a number of characters, or leave it empty.'
            }
          />
          <Checkbox isSelected={fields.alertsOnly} onChange={(alertsOnly) => change({ alertsOnly })}>
            Only alert: speech goes on beyond the budget
          </Checkbox>
          {hasOrigins && (
            <TextField
              label="Web pages"
              value={fields.origins}
              onChange={(origins) => change({ origins })}
              description="Empty for a key of programs. Addresses such as https://blog.example.com make a key that may stand in pages there: it only speaks, and needs a budget."
              errorMessage={problems.get('origins')}
            />
          )}
        </>
      )}
    </>
  );
}
