export { api, type CallOptions, call } from './client.ts'
export { download, save } from './download.ts'
export { ApiProblem } from './problem.ts'
export { type StreamMessage, stream } from './stream.ts'
