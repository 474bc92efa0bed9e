import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import '../../styles/rows.css';

export interface RowsProps<Row> {
  readonly label: ReactNode;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  /** What a new row begins with. */
  readonly begin: Row;
  /** On the button that adds one: "Add a variable". */
  readonly add: string;
  /** One of them, for a screen reader: "variable". */
  readonly noun: string;
  /** The fields of a row. */
  readonly children: (row: Row, change: (part: Partial<Row>) => void, index: number) => ReactNode;
  readonly description?: ReactNode;
  readonly errorMessage?: string | undefined;
  /** No more than so many. Default: any number. */
  readonly most?: number;
  readonly isDisabled?: boolean;
}

/** A list of things with the same fields each: rows that are changed, added and removed. */
export function Rows<Row extends object>(props: RowsProps<Row>): ReactElement {
  const { label, rows, onChange, begin, add, noun, children, description, errorMessage, most = Infinity } = props;
  const { isDisabled = false } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const isAdding = useRef(false);
  // Who adds a row goes on in it, and who removes one is not left at the top of the page.
  useEffect(() => {
    const last = isAdding.current ? [...(box.current?.querySelectorAll('.rows-row') ?? [])].at(-1) : undefined;
    last?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    isAdding.current = false;
  }, [rows.length]);
  const remove = (index: number): void => {
    onChange(rows.filter((_, at) => at !== index));
    box.current?.querySelector<HTMLElement>('.rows-add')?.focus();
  };
  return (
    <fieldset ref={box} className="rows">
      <legend>{label}</legend>
      {description !== undefined && <small>{description}</small>}
      {rows.map((row, index) => (
        <div key={index} className="rows-row" role="group" aria-label={`${noun} ${index + 1}`}>
          <div className="rows-fields">
            {children(
              row,
              (part) => onChange(rows.map((other, at) => (at === index ? { ...other, ...part } : other))),
              index,
            )}
          </div>
          <Button
            variant="quiet"
            isDisabled={isDisabled}
            aria-label={`Remove ${noun} ${index + 1}`}
            onPress={() => remove(index)}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
      {errorMessage !== undefined && <span className="field-problem">{errorMessage}</span>}
      <div className="rows-add" tabIndex={-1}>
        <Button
          variant="quiet"
          isDisabled={isDisabled || rows.length >= most}
          onPress={() => {
            isAdding.current = true;
            onChange([...rows, begin]);
          }}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  );
}
