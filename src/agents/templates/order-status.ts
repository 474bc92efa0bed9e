import { dialogue, type AgentTemplate } from './template.ts';

const greeting = 'Paper & Pen, hello. I can find your order.';
const otherwise = 'I can find your order, or take it back.';

/** A tool that is called by rules: the client of the conversation looks the order up. */
export const orderStatus: AgentTemplate = {
  id: 'order-status',
  name: 'Order status',
  description:
    'Asks for the number of an order and looks it up with a tool that your client answers. Needs no language model.',
  model: 'rules',
  config: {
    initial_message: '{{business}}, hello. I can find your order.',
    dynamic_variable_placeholders: { business: 'Paper & Pen' },
    instructions: `The tool find_order answers {"state": "…"}, for instance {"state": "on its way"}.

When the user says: where is my order | where is my parcel | order status | track a parcel | when does it come
Ask for {{order}} (digits): What is the number of your order? | Please say it digit by digit.
Say: One moment.
Call: find_order(order={{order}})
If it fails: I cannot find an order {{order}}.
Say: Your order is {{result.state}}.

When the user says: return my order | I want to send it back | money back
Say: Send it back within 30 days with the label that was in the parcel.

When the user says: goodbye | that is all | bye | no thank you
End: Thank you for calling {{business}}. Goodbye!

Otherwise: ${otherwise}`,
  },
  tools: [
    {
      type: 'client',
      name: 'find_order',
      description: 'Finds an order by its number and says in which state it is.',
      pre_tool_speech: 'auto',
      execution_mode: 'immediate',
      response_timeout_secs: 10,
      expects_response: true,
      parameters: {
        type: 'object',
        properties: { order: { type: 'string', description: 'The number of the order, digits only.' } },
        required: ['order'],
      },
    },
  ],
  examples: [
    dialogue(
      'An order that is found',
      greeting,
      "Where's my parcel?",
      'What is the number of your order?',
      'four seven one one',
      'One moment. Your order is on its way.',
      'How do I send it back?',
      'Send it back within 30 days with the label that was in the parcel.',
      'Thanks, that is all.',
      'Thank you for calling Paper & Pen. Goodbye!',
    ),
  ],
};
