import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
}

interface PromptKind {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: PromptArgument[]
  readonly text: (args: Readonly<Record<string, string>>) => string
}

const argument = (name: string, description: string, required = true): PromptArgument => ({
  name,
  description,
  required,
})

const kinds: readonly PromptKind[] = [
  {
    name: 'plan_my_week',
    title: 'Plan my week',
    description: 'Looks at the next seven days and proposes a plan.',
    arguments: [argument('goals', 'What should get done.', false)],
    text: ({ goals = '' }) =>
      `Plan my next seven days. Read my events with list_events, point out conflicts and days without a break, and propose times for focused work.${goals === '' ? '' : ` I want to get this done: ${goals}.`} Create nothing until I agree. Use dryRun first.`,
  },
  {
    name: 'find_a_time',
    title: 'Find a time',
    description: 'Finds a time for a meeting and invites the attendees.',
    arguments: [
      argument('attendees', 'Email addresses, separated by commas.'),
      argument('duration', 'Minutes.', false),
      argument('when', 'When it should take place, such as "next week".', false),
    ],
    text: ({ attendees, duration = '30', when = 'in the next two weeks' }) =>
      `Find a time for a meeting of ${duration} minutes with ${attendees} ${when}. Use suggest_time with "primary" and these addresses, and offer me three times. When I have chosen one, create the event with create_event and ask me whether to notify the attendees.`,
  },
  {
    name: 'summarize_report',
    title: 'Summarize a report',
    description: 'Runs a search advertising report and says what stands out.',
    arguments: [
      argument('advertiser', 'The name of the advertiser.'),
      argument('days', 'How many days back to look.', false),
    ],
    text: ({ advertiser, days = '30' }) =>
      `Summarize the search advertising of ${advertiser} in the last ${days} days. Find the ids with list_advertisers and the columns with list_report_columns, then use run_report for clicks, impressions and cost per campaign and per day. Say what stands out in five sentences, with numbers.`,
  },
]

export const listedPrompts = kinds.map(({ text: _, ...prompt }) => prompt)

/** The text of a prompt, as a message of the user. */
export function promptMessages(name: string, args: Readonly<Record<string, string>> = {}) {
  const kind = kinds.find((one) => one.name === name)
  if (kind === undefined) throw invalid(`There is no prompt ${name.slice(0, 80)}.`)
  const missing = kind.arguments.find((one) => one.required && (args[one.name] ?? '') === '')
  if (missing !== undefined) throw invalid(`The prompt needs the argument ${missing.name}.`)
  const content = { type: 'text' as const, text: kind.text(args) }
  return { description: kind.description, messages: [{ role: 'user' as const, content }] }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
