import { any, map } from '#/contract/schema.ts'
import { operation } from './operation.ts'

const getSeedSchema = operation(
  {
    id: 'workbench.seedSchema.get',
    http: 'GET /seed-schema.json',
    summary: 'Describes the format of seeds as a JSON Schema, for editors.',
    reply: map(any()),
  },
  async ({ seeds }) => (await seeds.jsonSchema()) as Readonly<Record<string, unknown>>,
)

export const seedSchemaOperations = [getSeedSchema]
