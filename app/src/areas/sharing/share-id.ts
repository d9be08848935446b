const SHARE_ID = /^[0-9A-Za-z]{1,16}$/

/**
 * The short id under which a page was shared: as its address names it, or as the scene of a scanned code carries it, still
 * encoded (`i%3DAb12Cd34`). Null where there is none, or what stands there cannot be one.
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
