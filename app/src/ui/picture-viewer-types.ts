/** A picture to view, by its full address. */
type ViewedPicture = { address: string; label: string }

export type PictureViewerProps = {
  pictures: readonly ViewedPicture[]
  /** The index of the shown picture; undefined: none. */
  at: number | undefined
  onChange: (at: number | undefined) => void
}
