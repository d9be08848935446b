/** A picture to look at, by its full address. */
type ViewedPicture = { address: string; label: string }

export type PictureViewerProps = {
  pictures: readonly ViewedPicture[]
  /** The one that is looked at; undefined: none. */
  at: number | undefined
  onChange: (at: number | undefined) => void
}
