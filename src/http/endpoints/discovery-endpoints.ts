import { almanacApi } from '#/contract/almanac-api.ts'
import { discoveryDocument, discoveryIndex } from '#/contract/documents/discovery.ts'
import type { Publication } from '#/contract/documents/discovery-publication.ts'
import { openApiDocument } from '#/contract/documents/openapi.ts'
import type { Api } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import { parseQuery, splitTarget } from '../request/query.ts'
import { type Endpoint, jsonReply, type WireReply } from '../wire.ts'

/** The discovery documents, with the root URL that the caller used. */
export function discoveryEndpoints(
  publications: readonly Publication[],
  basePathOf: (api: Api) => string,
): Endpoint[] {
  const addressOf = (api: Api, rootUrl: string) => ({ rootUrl, basePath: basePathOf(api) })
  const describe = ({ api, operations }: Publication, origin: string): WireReply =>
    jsonReply(200, discoveryDocument(api, operations, addressOf(api, origin)))
  const apis = publications.map(({ api }) => api)
  return [
    {
      method: 'GET',
      path: '/discovery/v1/apis',
      handle: async ({ target, origin }) => {
        const name = parameterOf(target, 'name')
        const named = name ? apis.filter((api) => api.name === name) : apis
        return jsonReply(200, discoveryIndex(named, origin))
      },
    },
    {
      // Google serves each interface on a separate host, where the version alone identifies it. Here the
      // version selects the interface.
      method: 'GET',
      path: '/$discovery/rest',
      handle: async ({ target, origin }) => {
        const version = parameterOf(target, 'version') ?? apis[0]?.version
        const publication = publications.find(
          ({ api }) => api.version === version && api !== almanacApi,
        )
        if (publication === undefined) throw notFound()
        return describe(publication, origin)
      },
    },
    ...publications.flatMap((publication): Endpoint[] => {
      const { api, operations } = publication
      return [
        {
          method: 'GET',
          path: `/discovery/v1/apis/${api.name}/${api.version}/rest`,
          handle: async ({ origin }) => describe(publication, origin),
        },
        {
          method: 'GET',
          path: `/openapi/${api.name}.${api.version}.json`,
          handle: async ({ origin }) =>
            jsonReply(200, openApiDocument(api, operations, addressOf(api, origin))),
        },
      ]
    }),
  ]
}

const parameterOf = (target: string, name: string) =>
  parseQuery(splitTarget(target).query).get(name)
