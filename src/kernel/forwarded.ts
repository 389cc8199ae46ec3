const forwardedHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/

/** Whether a proxy has passed the request on: then a loopback peer says nothing about the caller. */
export const isForwarded = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name))
