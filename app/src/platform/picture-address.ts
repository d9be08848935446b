/** The full address of a picture from a link of the server. Links to private pictures are valid for a few minutes. */
export function linkedAddress(link: string): string {
  return `${API_ORIGIN}${link}`
}

/**
 * The full address of a picture of the server. Calls return its path below the files, `public/avatars/12.webp`.
 * Source: specification §7 "relativePath", decision "Files"
 */
export function pictureAddress(relativePath: string): string {
  return `${API_ORIGIN}/aaapi/files/${relativePath}`
}
