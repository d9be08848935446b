/** Where a picture is fetched for which the server gave a link, below its origin: a private one, for a few minutes. */
export function linkedAddress(link: string): string {
  return `${API_ORIGIN}${link}`
}

/**
 * Where a picture of the server is fetched: calls name it by its path below the files, `public/avatars/12.webp`.
 * Source: specification §7 "relativePath", decision "Files"
 */
export function pictureAddress(relativePath: string): string {
  return `${API_ORIGIN}/aaapi/files/${relativePath}`
}
