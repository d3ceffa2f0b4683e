import { Button, Card, Progress, Space, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const loadedAt = Date.now();

/** The board as it is commonly written: a component library's card for each order, each with its own interval. */
function NaiveCard({ number, createdAt }: { number: number; createdAt: number }) {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - createdAt) / 1000);
  return (
    <Card
      title={`${number} · Table 7`}
      extra={`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    >
      <Typography.Text>Priya Raman</Typography.Text>
      <ul>
        <li>2 × Ferry burger</li>
        <li>1 × Triple-cooked chips</li>
      </ul>
      <Progress percent={40} />
      <Space>
        <Tag color="blue">Waiting</Tag>
        <Button type="primary">Start</Button>
      </Space>
    </Card>
  );
}

const count = Number(new URLSearchParams(location.search).get('cards'));
const cards = Array.from({ length: count }, (_, index) => (
  <NaiveCard key={index} number={index + 1} createdAt={loadedAt - index * 1000} />
));
const root = document.querySelector('#root');
if (root) createRoot(root).render(cards);
requestAnimationFrame(() => setTimeout(() => document.body.setAttribute('data-ready', '')));
