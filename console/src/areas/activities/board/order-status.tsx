import type { StringingOrderSummary, StringingStep } from '@paidang/api/areas/activities/stringing-orders'
import { STRINGING_STATUS_NAMES, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { Button, Flex, Image, Tag, Timeline, Typography } from 'antd'
import { when } from '../../../ui/format'
import { STEP_NAMES } from './job-labels'

const COLORS: Record<StringingStatus, string> = {
  SUBMITTED: 'default',
  PAID: 'gold',
  RECEIVED: 'blue',
  STRINGING: 'purple',
  READY: 'green',
  COMPLETED: 'default',
  CANCELLED: 'red',
}

/** The status of a job, and whether its racket is still in the shop after a cancellation. */
export function StatusTags({
  order: { status, isInShop },
}: {
  order: Pick<StringingOrderSummary, 'status' | 'isInShop'>
}) {
  return (
    <>
      <Tag color={COLORS[status]}>{STRINGING_STATUS_NAMES[status]}</Tag>
      {status === 'CANCELLED' && isInShop && <Tag color="red">球拍待退还</Tag>}
    </>
  )
}

/** The history of an order, the latest step first, with its texts and photos. */
export function OrderSteps({
  steps,
  trackingNo,
  onCorrect,
}: {
  steps: readonly StringingStep[]
  trackingNo: string
  /** Opens the form that corrects the tracking number. */
  onCorrect?: (() => void) | undefined
}) {
  return (
    <Timeline
      items={[...steps].reverse().map(({ action, time, staffName, remark, photos }) => ({
        key: `${action} ${time}`,
        content: (
          <Flex vertical gap={8}>
            <Flex gap={8} wrap align="baseline">
              <strong>{STEP_NAMES[action]}</strong>
              <Typography.Text type="secondary">
                {when(time)}
                {staffName && ` · ${staffName}`}
              </Typography.Text>
            </Flex>
            {remark && <span>{remark}</span>}
            {(action === 'handOver' || action === 'giveBack') && trackingNo && (
              <Flex gap={8} align="center" wrap>
                <span>快递单号 {trackingNo}</span>
                {onCorrect && (
                  <Button size="small" onClick={onCorrect}>
                    更正单号
                  </Button>
                )}
              </Flex>
            )}
            {photos.length > 0 && (
              <Image.PreviewGroup>
                <Flex gap={8} wrap>
                  {photos.map((url, at) => (
                    <Image
                      key={url.split('?')[0]}
                      src={url}
                      alt={`${STEP_NAMES[action]}照片 ${at + 1}`}
                      width={96}
                      height={96}
                      className="order-photo"
                    />
                  ))}
                </Flex>
              </Image.PreviewGroup>
            )}
          </Flex>
        ),
      }))}
    />
  )
}
