import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { fieldErrors, type FieldErrors } from './field-errors.ts';
import { notify } from '../toasts.tsx';
import { useDraft } from './use-draft.ts';

export interface FormOptions<Fields, Answer> {
  /** Of the form and what it edits: `agent/agent_1`. */
  readonly name: string;
  /** What the server has; of something new, what its form begins with. */
  readonly saved: Fields;
  readonly send: (fields: Fields) => Promise<Answer>;
  /** After the server has taken it; the draft is kept until this is over, and further where it was typed into meanwhile. */
  readonly onSent: (answer: Answer, sent: Fields) => unknown;
  /** Shown when it was sent. */
  readonly notice?: string;
}

export interface FormState<Fields, Answer> {
  readonly fields: Fields;
  /** Whether they differ from what is saved. */
  readonly isChanged: boolean;
  readonly change: (part: Partial<Fields>) => void;
  readonly discard: () => void;
  readonly sending: UseMutationResult<Answer, Error, void, Fields>;
  /** What the server found wrong when it was sent last. */
  readonly problems: FieldErrors;
}

/** The fields of a form, kept as a draft until they were sent. */
export function useForm<Fields, Answer>({
  name,
  saved,
  send,
  onSent,
  notice,
}: FormOptions<Fields, Answer>): FormState<Fields, Answer> {
  const { value: fields, set, discard, settle, isChanged } = useDraft(name, saved);
  const sending = useMutation({
    mutationFn: () => send(fields),
    onMutate: () => fields,
    onSuccess: async (answer, _, sent) => {
      await onSent(answer, sent);
      settle(sent);
      if (notice !== undefined) notify(notice);
    },
  });
  const change = (part: Partial<Fields>): void => set((before) => ({ ...before, ...part }));
  const begin = (): void => {
    discard();
    sending.reset();
  };
  return { fields, isChanged, change, discard: begin, sending, problems: fieldErrors(sending.error) };
}
