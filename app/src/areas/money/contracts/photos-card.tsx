import { type ContractPhoto, contractPhotos } from '@paidang/api/areas/contracts'
import { dayOf } from '@paidang/domain/kernel/day'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { linkedAddress } from '../../../platform/picture-address'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Icon } from '../../../ui/icon'
import { PictureViewer } from '../../../ui/picture-viewer'
import { pressable } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dateText } from '../../../ui/time-format'
import styles from './photos-card.module.scss'
import { useContractPhotos } from './photos-data'
import { UploadContractSheet } from './upload-contract-sheet'

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
          <View className={styles.failed}>
            {failureText(contractPhotos.outcome, error)}
            <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
              重试
            </Button>
          </View>
        )
      ) : photos.length === 0 ? (
        <View className={styles.none}>
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
      <View className={styles.day}>{day}</View>
    </View>
  )
}
