import React, { useState } from 'react';

interface Props { title: string; items?: string[]; onPick(item: string): void }
type State = { open: boolean } & Partial<Props>;

export const List: React.FC<Props> = ({ title, items = [], onPick }) => {
  const [open, setOpen] = useState<boolean>(false);
  if (!open) return null;
  return (
    <section className="list" onClick={() => setOpen(!open)} {...{ hidden: true }}>
      <h1 title='x'>{title}</h1>
      {items.map((item, i) => (
        <li key={i} onClick={() => onPick(item)}>{item} and text</li>
      ))}
      <>
        <Depot.Shelf<string> size={3} disabled />
        {/* a comment */}
        {open ? <b>yes</b> : 'no'}
      </>
    </section>
  );
};

class Box<T> extends React.Component<Props, State> {
  state: State = { open: true };
  render() {
    const { title } = this.props;
    for (let i = 0; i < 3; i++) console.log(i as number);
    try { return <p>{title}</p>; } catch { return undefined; }
  }
}

function pick<T extends object, K extends keyof T>(value: T, ...keys: K[]): Pick<T, K> {
  const out = {} as Pick<T, K>;
  keys.forEach(key => { out[key] = value[key]; });
  return out;
}

export default Box;
