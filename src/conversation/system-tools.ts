/** What an agent can do itself: end the call, play tones, give the call to another number. */
import type { AgentConfig } from '../agents/config.ts';
import { systemTools as names } from '../language-models/adapter.ts';
import type { Line } from './line.ts';
import type { SystemTool } from './tools.ts';
import { fillVariables, type Variables } from './variables.ts';

export interface SystemToolNeeds {
  readonly line: Line;
  readonly variables: () => Variables;
  /** Ends the conversation behind what is being said. */
  readonly endCall: () => void;
  /** The call can be ended although the configuration does not say so: the instructions are rules, of which one says it. */
  readonly alwaysEnds: boolean;
}

const maxDigits = 64;
const undescribed = { description: null, pre_tool_speech: 'auto' } as const;

/** Those that the configuration switches on. */
export function systemToolsOf({ system_tools: config }: AgentConfig, needs: SystemToolNeeds): SystemTool[] {
  const { end_call: end, send_dtmf: tones, transfer_to_number: transfer } = config;
  return [
    ...(end === null && !needs.alwaysEnds ? [] : [endCall(end ?? undescribed, needs)]),
    ...(tones === null ? [] : [sendDigits(tones, needs)]),
    ...(transfer === null ? [] : [transferCall(transfer, needs)]),
  ];
}

type Described = NonNullable<AgentConfig['system_tools']['end_call']>;
type Transfer = NonNullable<AgentConfig['system_tools']['transfer_to_number']>;

function endCall({ description, pre_tool_speech: speech }: Described, needs: SystemToolNeeds): SystemTool {
  return {
    isAnnounced: speech === 'force',
    tool: {
      name: names.endCall,
      description: description ?? 'Ends the call. Say good bye first.',
      parameters: { type: 'object', properties: {} },
    },
    run: () => {
      needs.endCall();
      return Promise.resolve({ result: 'The call ends when you have spoken.', isError: false });
    },
  };
}

function sendDigits({ description, pre_tool_speech: speech }: Described, { line }: SystemToolNeeds): SystemTool {
  return {
    isAnnounced: speech === 'force',
    tool: {
      name: names.sendDtmf,
      description: description ?? 'Plays the tones of a telephone’s keys.',
      parameters: {
        type: 'object',
        properties: { digits: { type: 'string', description: 'Of 0–9, * and #.' } },
        required: ['digits'],
      },
    },
    run: ({ digits }) => {
      const isGood = typeof digits === 'string' && digits.length <= maxDigits && /^[0-9*#]+$/u.test(digits);
      if (isGood && line.sendDigits !== undefined) line.sendDigits(digits);
      return Promise.resolve(
        !isGood
          ? { result: `"digits" must be 1 to ${maxDigits} of 0–9, * and #.`, isError: true }
          : line.sendDigits === undefined
            ? { result: 'This line has no tones.', isError: true }
            : { result: 'sent', isError: false },
      );
    },
  };
}

/** The model names one of the numbers that the configuration allows, and no other one. */
function transferCall(
  { description, pre_tool_speech: speech, transfers }: Transfer,
  needs: SystemToolNeeds,
): SystemTool {
  const { line, variables } = needs;
  const numbers = transfers.map(({ destination }) => destination.phone_number);
  const conditions = transfers.map(({ condition, destination }) => `${destination.phone_number}: ${condition}`);
  return {
    isAnnounced: speech === 'force',
    tool: {
      name: names.transfer,
      description: [description ?? 'Gives the call to another number.', ...conditions].join('\n'),
      parameters: {
        type: 'object',
        properties: { phone_number: { type: 'string', enum: numbers } },
        required: ['phone_number'],
      },
    },
    async run({ phone_number: number }) {
      if (typeof number !== 'string' || !numbers.includes(number)) {
        return { result: `"phone_number" must be one of ${numbers.join(', ')}.`, isError: true };
      }
      if (line.transfer === undefined) {
        return { result: 'This line cannot give a call to another number.', isError: true };
      }
      try {
        await line.transfer(fillVariables(number, variables()));
        return { result: 'The call has been given away.', isError: false };
      } catch (error) {
        return { result: error instanceof Error ? error.message : 'The call could not be given away.', isError: true };
      }
    },
  };
}
