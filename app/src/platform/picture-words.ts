/** The most that a picture may weigh once it is compressed. Source: specification §9 "Image limit". */
export const MAX_PICTURE_BYTES = 2_097_152

/** The longer side of a picture that goes out, in pixels: the small print of a photographed page stays legible. */
export const LONGEST_SIDE = 2000
/** Of the JPEG that goes out, 0 to 1. */
export const JPEG_QUALITY = 0.8

/** A picture of this device, compressed: ready to be shown and to go out. */
export type ChosenPicture = {
  /** Where it is shown from; in the mini-program also the path of the file that goes out. */
  address: string
  bytes: number
  /** What goes out on the web. */
  content?: Blob
}

/** Width and height in pixels, made smaller so that neither side is longer than it may be. */
export function fittingSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
