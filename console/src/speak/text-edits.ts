/** Changes of the text in a field that are made by buttons. */
import { useEffect, useRef, type RefObject } from 'react';
import type { TextEdit, TextRange } from './markup/markup.ts';

export interface TextEdits {
  /** Of the element around the field. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** What stands in the field, and what of it is selected. */
  readonly current: () => { readonly value: string; readonly range: TextRange };
  /** Selects, and moves the focus there. */
  readonly select: (range: TextRange) => void;
  /** As if it were typed, so that the browser's undo takes it back. */
  readonly apply: (edit: TextEdit) => void;
}

/**
 * Setting the value of a field would empty its undo stack.
 * @returns false where the browser has no such command
 */
function insert(field: HTMLTextAreaElement, { start, end, text }: TextEdit): boolean {
  field.focus();
  field.setSelectionRange(start, end);
  // Nothing has taken its place: no other call writes into the undo stack of a field.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('insertText', false, text);
}

export function useTextEdits(onChange: (text: string) => void): TextEdits {
  const box = useRef<HTMLDivElement>(null);
  // Where the caret goes when the text has changed.
  const caret = useRef<TextRange>(undefined);
  const area = (): HTMLTextAreaElement => box.current!.querySelector('textarea')!;
  const select = ({ start, end }: TextRange): void => {
    area().focus();
    area().setSelectionRange(start, end);
  };
  useEffect(() => {
    if (caret.current === undefined) return;
    const range = caret.current;
    caret.current = undefined;
    select(range);
  });
  return {
    box,
    current: () => {
      const { value, selectionStart: start, selectionEnd: end } = area();
      return { value, range: { start, end } };
    },
    select,
    apply(edit) {
      if (insert(area(), edit)) return;
      const at = edit.start + edit.text.length;
      caret.current = { start: at, end: at };
      const { value } = area();
      onChange(value.slice(0, edit.start) + edit.text + value.slice(edit.end));
    },
  };
}
