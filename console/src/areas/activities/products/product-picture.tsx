import { publicPicture } from '../../../ui/upload-pictures'

/** A product's small picture, or an empty box. */
export function ProductPicture({ path }: { path: string | null }) {
  const side = { width: 44, height: 44 }
  return path === null ? (
    <div className="picture-tile" style={side} />
  ) : (
    <img src={publicPicture(path).url} alt="" className="picture-tile" {...side} />
  )
}
