import { TextFile } from '#/contract/answer.ts'
import { any, map, oneOf, optional } from '#/contract/schema.ts'
import { operation } from './operation.ts'

const getSeed = operation(
  {
    id: 'workbench.seed.get',
    http: 'GET /seed',
    summary: 'Exports the current state as a seed, without passwords and other secrets.',
    params: {
      format: optional({
        ...oneOf('yaml', 'json'),
        about: 'The format. Defaults to `yaml`.',
      }),
    },
    reply: map(any()),
  },
  async ({ params, seeds, origin }) => {
    const { format = 'yaml' } = params
    const text = await seeds.export(format, origin())
    return new TextFile(`application/${format}; charset=UTF-8`, `seed.${format}`, [
      Buffer.from(text),
    ])
  },
)

export const seedOperations = [getSeed]
