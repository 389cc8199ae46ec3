const forwardedHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/

/** Whether a proxy forwarded the request, so that a loopback peer does not mean a local client. */
export const isForwarded = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name))
