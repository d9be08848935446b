import { ArrowLeftOutlined, ArrowRightOutlined, DeleteOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons'
import { errors } from '@paidang/api/catalogue/errors'
import { Button, Flex, Image, Space, Spin, Typography } from 'antd'
import { useRef, useState } from 'react'
import { sentenceOf } from '../platform/network-error'

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

/** A stored picture: calls take its `relativePath`, and `url` shows it. */
export type Picture = { relativePath: string; url: string }

type UploadPicturesProps = {
  /** The name of the pictures: 商品图片. */
  label: string
  /** The maximum number of pictures. */
  max?: number
  /** Whether the first of several is the cover. */
  hasCover?: boolean
  upload: (file: File) => Promise<Picture>
  /** As in a form field. Without `onChange`, `upload` itself replaces a picture, and it cannot be removed. */
  value?: readonly Picture[]
  onChange?: (pictures: Picture[]) => void
}

const KINDS = ['image/jpeg', 'image/png', 'image/webp']
/** The largest file that the server takes, in bytes. Source: `uploadFile` */
const MAX_BYTES = 2_097_152
const SIDE = 112

/** A public picture of the server, by its path. */
export function publicPicture(relativePath: string): Picture {
  return { relativePath, url: pictureUrl(relativePath) }
}

/** Pictures that are sent one by one as they are chosen. They can be enlarged, replaced, moved and removed. */
export function UploadPictures({ label, max = 1, hasCover = true, upload, value = [], onChange }: UploadPicturesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const place = useRef(0)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  const choose = (at: number) => {
    place.current = at
    chooser.current?.click()
  }
  const send = async (file: File) => {
    const refusal = whyNotSend(file)
    setFault(refusal)
    if (refusal) return
    setIsBusy(true)
    try {
      const { relativePath, url } = await upload(file)
      const at = place.current
      onChange?.([...value.slice(0, at), { relativePath, url }, ...value.slice(at + 1)])
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  const move = (at: number, to: number) => onChange?.(moved(value, at, to))
  return (
    <Flex vertical gap={8}>
      <input
        ref={chooser}
        type="file"
        accept={KINDS.join(',')}
        aria-label={`选择${label}`}
        // Forms of the component library override a mere `hidden`.
        style={{ display: 'none' }}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after a failure.
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Flex gap={12} wrap>
        {value.map(({ relativePath, url }, at) => {
          const name = max === 1 ? label : `${label} ${at + 1}`
          return (
            <Flex key={relativePath} vertical gap={4} align="center">
              <Image src={url} alt={name} width={SIDE} height={SIDE} className="picture-tile" />
              <Flex>
                {max > 1 && (
                  <TileButton
                    label={`前移${name}`}
                    icon={<ArrowLeftOutlined />}
                    disabled={at === 0}
                    onPress={() => move(at, at - 1)}
                  />
                )}
                <TileButton
                  label={`更换${name}`}
                  icon={<SwapOutlined />}
                  text={max === 1 ? '更换' : undefined}
                  disabled={isBusy}
                  onPress={() => choose(at)}
                />
                {onChange && (
                  <TileButton
                    label={`移除${name}`}
                    icon={<DeleteOutlined />}
                    disabled={isBusy}
                    onPress={() => onChange(without(value, at))}
                  />
                )}
                {max > 1 && (
                  <TileButton
                    label={`后移${name}`}
                    icon={<ArrowRightOutlined />}
                    disabled={at === value.length - 1}
                    onPress={() => move(at, at + 1)}
                  />
                )}
              </Flex>
            </Flex>
          )
        })}
        {value.length < max && (
          <Button
            type="dashed"
            style={{ width: SIDE, height: SIDE }}
            disabled={isBusy}
            aria-label={`上传${label}`}
            onClick={() => choose(value.length)}
          >
            <Flex vertical gap={4} align="center">
              {isBusy ? <Spin size="small" /> : <PlusOutlined />}
              <span>{isBusy ? '正在上传' : '上传图片'}</span>
            </Flex>
          </Button>
        )}
      </Flex>
      <Typography.Text type={fault ? 'danger' : 'secondary'} role={fault ? 'alert' : undefined}>
        {fault ??
          `JPG、PNG 或 WebP，每张不超过 2MB${max > 1 ? `，最多 ${max} 张${hasCover ? '，第一张为封面' : ''}` : ''}`}
      </Typography.Text>
    </Flex>
  )
}

type TileButtonProps = {
  label: string
  icon: React.ReactNode
  /** Said beside the icon, where there is room for it. */
  text?: string | undefined
  disabled: boolean
  onPress: () => void
}

function TileButton({ label, icon, text, disabled, onPress }: TileButtonProps) {
  return (
    <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={disabled} onClick={onPress}>
      {text}
    </Button>
  )
}

const without = (pictures: readonly Picture[], at: number) => pictures.filter((_, place) => place !== at)

/** The refusal before anything is sent, with the server's message. */
function whyNotSend({ type, size }: File): string | undefined {
  if (!KINDS.includes(type)) return errors.picture_unsupported.message
  return size > MAX_BYTES ? errors.picture_too_large.message : undefined
}

/** The same items, one of them moved to another place; the items between shift. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const others = things.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...things.slice(from, from + 1), ...others.slice(to)]
}
