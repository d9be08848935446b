const SHARE_ID = /^[0-9A-Za-z]{1,16}$/

/**
 * The short id of a shared page. It comes from the address, or from the encoded scene of a scanned code
 * (`i%3DAb12Cd34`). Null if it is missing or invalid.
 */
export function shareIdOf({ i, scene }: { i?: string | undefined; scene?: string | undefined }): string | null {
  const text = i ?? /(?:^|&)i=([^&]*)/.exec(decoded(scene ?? ''))?.[1]
  return text !== undefined && SHARE_ID.test(text) ? text : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
