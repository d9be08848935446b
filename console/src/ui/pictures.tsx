import { Image, Space } from 'antd'

/** Replaces a missing picture: a grey square. */
const GONE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Crect width="1" height="1" fill="%23edebe5"/%3E%3C/svg%3E'

/** The address of a public picture, by its path. */
export const pictureUrl = (relativePath: string) => `/aaapi/files/${relativePath}`

type Props = {
  pictures: readonly { url: string; alt: string }[]
  width?: number
  height?: number
  /** Shows the whole picture without cropping, for documents. */
  isWhole?: boolean
}

/** Pictures side by side; a press enlarges them, one after the other. */
export function Pictures({ pictures, width = 120, height = 120, isWhole = false }: Props) {
  return (
    <Image.PreviewGroup>
      <Space wrap size={8}>
        {pictures.map(({ url, alt }) => (
          <Image
            key={url}
            src={url}
            alt={alt}
            width={width}
            height={height}
            fallback={GONE}
            style={{ objectFit: isWhole ? 'contain' : 'cover', borderRadius: 8 }}
          />
        ))}
      </Space>
    </Image.PreviewGroup>
  )
}
