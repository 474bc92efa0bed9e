import { dialogue, type AgentTemplate } from './template.ts';

const greeting = 'Practice Doctor Grace, good day. Would you like an appointment, or to cancel one?';
const otherwise = 'I can note an appointment, cancel one, or tell you when we are open.';
const bye = 'Thank you for calling. Goodbye!';

/** Asks for all that an appointment needs. */
export const appointment: AgentTemplate = {
  id: 'appointment',
  name: 'Appointment',
  description:
    'Asks for reason, day, time and name of an appointment, repeats them and notes them in the transcript. Needs no language model.',
  model: 'rules',
  config: {
    initial_message: '{{business}}, good day. Would you like an appointment, or to cancel one?',
    dynamic_variable_placeholders: {
      business: 'Practice Doctor Grace',
      hours: 'We are here from Monday to Friday, from eight to five.',
    },
    instructions: `The appointment stands in the transcript of the call, and in the webhook that is told of its end.

When the user says: appointment | I would like an appointment | make an appointment | book an appointment | can I come on Monday | when can I come
Ask for {{reason}} (one of checkup, vaccination, pain, something else): Is it for a checkup, a vaccination, pain, or something else?
Ask for {{day}} (date): On which day? | Sorry, which day, please?
Ask for {{hour}} (time): At what time? | Sorry, at what time?
Ask for {{patient}} (name): Under which name?
Ask for {{sure}} (yes or no): {{patient}}, {{day}}, {{hour}}, for: {{reason}}. Is that right?
If no: Then I have noted nothing. Say “appointment” to begin again.
Say: It is noted. We call you if the time is taken.

When the user says: cancel my appointment | I cannot come | call off my appointment
Ask for {{patient}} (name): Under which name is it?
Ask for {{day}} (date): On which day is it?
Say: {{patient}}, {{day}}: I have noted that you do not come.

When the user says: opening hours | when are you open
Say: {{hours}}

When the user says: goodbye | that is all | bye | no thank you
End: ${bye}

When the user cancels: never mind | forget it | stop
Say: All right. What else can I do?

Otherwise: ${otherwise}`,
  },
  tools: [],
  examples: [
    dialogue(
      'Step by step',
      greeting,
      'An appointment, please.',
      'Is it for a checkup, a vaccination, pain, or something else?',
      'a vaccination',
      'On which day?',
      'As soon as you can.',
      'Sorry, which day, please?',
      'next Friday',
      'At what time?',
      'half past nine',
      'Under which name?',
      'Anna Schmidt',
      'Anna Schmidt, next Friday, half past nine, for: vaccination. Is that right?',
      'Yes, it is.',
      'It is noted. We call you if the time is taken.',
      'That is all.',
      bye,
    ),
    dialogue(
      'In one sentence, with a question between',
      greeting,
      'I would like an appointment for a checkup on Monday at 10 am.',
      'Under which name?',
      'When are you open?',
      'We are here from Monday to Friday, from eight to five. Under which name?',
      'Grace Hopper',
      'Grace Hopper, Monday, 10 am, for: checkup. Is that right?',
      'No.',
      'Then I have noted nothing. Say “appointment” to begin again.',
      'bye',
      bye,
    ),
    dialogue(
      'Called off',
      greeting,
      'I have to cancel my appointment.',
      'Under which name is it?',
      'never mind',
      'All right. What else can I do?',
      'Cancel my appointment.',
      'Under which name is it?',
      'Bob Miller',
      'On which day is it?',
      'tomorrow',
      'Bob Miller, tomorrow: I have noted that you do not come.',
      'Goodbye.',
      bye,
    ),
  ],
};
