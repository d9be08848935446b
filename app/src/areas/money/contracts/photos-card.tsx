import { type ContractPhoto, contractPhotos } from '@paidang/api/areas/money/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { Image, View } from '@tarojs/components'
import { useEffect, useRef, useState } from 'react'
import { linkedAddress } from '../../../platform/picture-address'
import { failureText, showToast } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { PictureViewer } from '../../../ui/picture-viewer'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dateText } from '../../../ui/time-format'
import { PictureField, usePictureUpload } from '../../ground/files/picture-upload'
import { useSubmitAfterUploads } from '../../ground/files/submit-after-uploads'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useContractPhotos, useUploadContract } from './contracts-data'
import styles from './photos-card.module.scss'

type Props = {
  /** The player with the contracts. */
  userId: string
  /** Shows only contracts with these companies; absent: all that the caller may see. */
  companyIds?: readonly string[]
  /** Whether the caller is a coach of this player. */
  mayUpload: boolean
  now: Date
}

/** 合同照片: the photos of the signed contracts, each with an enlarged view. A coach can add photos. */
export function PhotosCard({ userId, companyIds, mayUpload, now }: Props) {
  const { data, error, isPending, isFetching, refetch } = useContractPhotos(userId)
  const skeleton = useSkeleton(isPending)
  const [at, setAt] = useState<number>()
  const [isOpen, setIsOpen] = useState(false)
  const photos = data?.filter(({ companyId }) => !companyIds || companyIds.includes(companyId))
  return (
    <Card>
      <CardHead
        title="合同照片"
        tail={
          mayUpload && (
            <Button kind="ghost" size="s" icon="camera" onPress={() => setIsOpen(true)}>
              上传合同
            </Button>
          )
        }
      />
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton width={88} height={88} radius={12} />
        </SkeletonGroup>
      ) : !photos ? (
        error && (
          <View className="between t-sub muted">
            {failureText(contractPhotos.outcome, error)}
            <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
              重试
            </Button>
          </View>
        )
      ) : photos.length === 0 ? (
        <View className="t-sub muted">
          {mayUpload ? '还没有合同照片，签好后拍照上传' : '还没有合同照片，由教练上传'}
        </View>
      ) : (
        <View className={styles.photos}>
          {photos.map((photo, index) => (
            <Thumb key={photo.id} photo={photo} now={now} onPress={() => setAt(index)} />
          ))}
        </View>
      )}
      <PictureViewer
        pictures={(photos ?? []).map((photo) => ({
          address: linkedAddress(photo.url),
          label: `${photo.companyName} ${dayOfPhoto(photo, now)}`,
        }))}
        at={at}
        onChange={setAt}
      />
      {mayUpload && (
        <UploadContractSheet
          open={isOpen}
          userId={userId}
          companyId={companyIds?.[0]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  )
}

const dayOfPhoto = ({ createdAt }: ContractPhoto, now: Date) => dateText(dayOf(new Date(createdAt)), now)

type ThumbProps = { photo: ContractPhoto; now: Date; onPress: () => void }

function Thumb({ photo, now, onPress }: ThumbProps) {
  const { url, companyName, uploadedBy } = photo
  const day = dayOfPhoto(photo, now)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <View
      className={styles.thumb}
      {...pressable({ onPress, label: `查看合同照片，${companyName}，${day}，${uploadedBy}上传` })}
    >
      {url === brokenUrl ? (
        <View className={styles.broken}>
          <Icon name="document" size={24} />
        </View>
      ) : (
        <Image className={styles.image} src={linkedAddress(url)} mode="aspectFill" onError={() => setBrokenUrl(url)} />
      )}
      <View className={classNames(styles.day, 'mt-4 t-caption muted')}>{day}</View>
    </View>
  )
}

type SheetProps = {
  open: boolean
  /** The student of the contract. */
  userId: string
  /** The company of the contract, if known. */
  companyId?: string | undefined
  onClose: () => void
}

/** 上传合同: the photo of a signed contract, from album or camera. Source: specification §5 "Contract photo" */
function UploadContractSheet({ open, userId, companyId, onClose }: SheetProps) {
  const upload = usePictureUpload('contract')
  const { act, isPending } = useUploadContract()
  const { data: coach } = useOwnCoachView()
  const companies = coach?.companies ?? []
  const [chosenId, setChosenId] = useState<string>()
  const [missing, setMissing] = useState(false)
  const company = companies.find(({ id }) => id === (chosenId ?? companyId)) ?? companies[0]

  // Reopening starts with an empty sheet. A failed upload stays while the sheet is open.
  const begin = useRef(upload.remove)
  begin.current = upload.remove
  useEffect(() => {
    if (open) begin.current()
    setMissing(false)
  }, [open])

  const check = () => {
    if (upload.picture !== null || upload.isUnderWay) return true
    setMissing(true)
    showToast(errors.contract_photo_missing.message, { tone: 'failed' })
    return false
  }
  const send = async () => {
    if (upload.relativePath === null) return
    const body = { userId, contractAttachment: upload.relativePath, ...(company && { companyId: company.id }) }
    if (await act(body)) onClose()
  }
  const submit = useSubmitAfterUploads({
    uploads: [{ label: '合同照片', upload }],
    isSending: isPending,
    check,
    send,
  })
  const close = () => {
    submit.cancel()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title="上传合同"
      foot={
        <>
          {missing && !upload.failure && upload.picture === null && !upload.isUnderWay && (
            <Notice tone="bad" icon="warning">
              {errors.contract_photo_missing.message}
            </Notice>
          )}
          <Button full {...submit.button}>
            提交合同
          </Button>
        </>
      }
    >
      <View className={classNames(styles.body, 'col-8')}>
        <PictureField label="合同照片" upload={upload} />
        <View className="t-caption muted">拍下签好字的合同。只有学员本人和你们公司的教练、管理员能看到。</View>
      </View>
      {companies.length > 1 && (
        <View {...semantics({ role: 'radiogroup', label: '合同所属公司' })}>
          <View className={classNames(styles.caption, 't-sub muted')}>合同所属公司</View>
          {companies.map(({ id, companyName, isPerson }) => (
            <Cell
              key={id}
              title={isPerson ? `个人教练（${companyName}）` : companyName}
              chosen={id === company?.id}
              onPress={() => setChosenId(id)}
            />
          ))}
        </View>
      )}
    </Sheet>
  )
}
