import { dialogue, type AgentTemplate } from './template.ts';

const greeting = 'Lemon Tree, hello. You can ask for our opening hours, the address, parking, or a call back.';
const otherwise = 'I can tell you our opening hours, the address and where to park, or note that we call you back.';

/** Answers what is asked most, and notes who wants to be called. */
export const openingHours: AgentTemplate = {
  id: 'opening-hours',
  name: 'Opening hours',
  description:
    'Says when you are open and where you are, and notes who wants to be called back. Needs no language model.',
  model: 'rules',
  config: {
    initial_message: '{{business}}, hello. You can ask for our opening hours, the address, parking, or a call back.',
    dynamic_variable_placeholders: {
      business: 'Lemon Tree',
      hours: 'We are open from Tuesday to Sunday, from noon to ten in the evening.',
      holidays: 'On public holidays we are open from five.',
      address: 'We are in 12 Garden Street, two minutes from the central station.',
      parking: 'You can park behind the house, free of charge.',
    },
    instructions: `What the business says stands in the variables: business, hours, holidays, address, parking.

When the user says: opening hours | when are you open | what time do you close | are you open today | until when are you open
Say: {{hours}}

When the user says: public holidays | are you open on public holidays | Christmas | New Year | holiday hours
Say: {{holidays}}

When the user says: where are you | what is your address | how do I get to you | which street
Say: {{address}}

When the user says: where can I park | parking | is there a car park
Say: {{parking}}

When the user says: call me back | I need a person | talk to somebody | speak to a human
Ask for {{caller_name}} (name): Gladly. What is your name?
Ask for {{caller_number}} (digits): And your number? | Please say the number digit by digit.
Ask for {{correct}} (yes or no): {{caller_name}}, {{caller_number}}. Is that right?
If no: Then please call again, I have noted nothing.
Say: Thank you, {{caller_name}}. Somebody will call you back.

When the user says: goodbye | that is all | bye | no thank you
End: Thank you for calling {{business}}. Goodbye!

Otherwise: ${otherwise}`,
  },
  tools: [],
  examples: [
    dialogue(
      'Hours and parking',
      greeting,
      'Hi, when are you open?',
      'We are open from Tuesday to Sunday, from noon to ten in the evening.',
      'And on public holidays?',
      'On public holidays we are open from five.',
      'Where can I park?',
      'You can park behind the house, free of charge.',
      'Do you sell bicycles?',
      otherwise,
      'No thank you, goodbye.',
      'Thank you for calling Lemon Tree. Goodbye!',
    ),
    dialogue(
      'A call back',
      greeting,
      'Can I talk to somebody?',
      'Gladly. What is your name?',
      'My name is Ada Lovelace.',
      'And your number?',
      'I do not know it by heart.',
      'Please say the number digit by digit.',
      'five five five, zero one two three',
      'Ada Lovelace, 5550123. Is that right?',
      'Yes.',
      'Thank you, Ada Lovelace. Somebody will call you back.',
      'Bye.',
      'Thank you for calling Lemon Tree. Goodbye!',
    ),
  ],
};
