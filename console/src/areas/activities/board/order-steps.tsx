import type { StringingStep } from '@paidang/api/areas/activities/stringing-orders'
import { Flex, Image, Timeline, Typography } from 'antd'
import { when } from '../../../ui/format'
import { STEP_NAMES } from './job-labels'

/** The history of an order, the latest step first, with its texts and photos. */
export function OrderSteps({ steps, trackingNo }: { steps: readonly StringingStep[]; trackingNo: string }) {
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
            {(action === 'handOver' || action === 'giveBack') && trackingNo && <span>快递单号 {trackingNo}</span>}
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
