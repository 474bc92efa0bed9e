import type { ClientToolCall } from '@sonorant/client';
import { useState, type ReactElement } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/forms/text-field.tsx';

export interface ToolAnswersProps {
  readonly calls: readonly ClientToolCall[];
  readonly onAnswer: (call: ClientToolCall, result: string, isFailure: boolean) => void;
}

/** Tools that the agent wants its client to run, which is this page: the person says what comes out. */
export function ToolAnswers({ calls, onAnswer }: ToolAnswersProps): ReactElement {
  return (
    <>
      {calls.map((call) => (
        <ToolAnswer key={call.id} call={call} onAnswer={onAnswer} />
      ))}
    </>
  );
}

function ToolAnswer({
  call,
  onAnswer,
}: Pick<ToolAnswersProps, 'onAnswer'> & { readonly call: ClientToolCall }): ReactElement {
  const [result, setResult] = useState('');
  return (
    <form
      className="tool-answer"
      aria-label={`Answer of ${call.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(call, result, false);
      }}
    >
      <p>
        The agent calls <code>{call.name}</code>, a tool of its client, and waits for the answer.
      </p>
      <code className="arguments">{JSON.stringify(call.parameters, null, 1)}</code>
      <TextField label={`Result of ${call.name}`} value={result} onChange={setResult} rows={2} />
      <div className="row">
        <Button variant="primary" type="submit">
          Answer
        </Button>
        <Button onPress={() => onAnswer(call, result === '' ? 'The tool has failed.' : result, true)}>
          It has failed
        </Button>
      </div>
    </form>
  );
}
