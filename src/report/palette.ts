// The report's colours: quiet paper in the light, slate in the dark. Every pair that carries text reads at WCAG AA.

export const palette = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --card: #fff;
  --ink: #1d2327;
  --soft: #565e66;
  --line: #e2dfd8;
  --edge: #8b867b;
  --track: #dcd9d1;
  --kept: #2b7f62;
  --around: #8fc3ae;
  --mark: #dcf0e6;
  --mark-ink: #0f3a2a;
  --drop: #626a73;
  --warn: #7a4b00;
  --warn-paper: #fdf0d5;
  --part: #5b7fa6;
  --link: #1c6488;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a;
    --card: #1b1f23;
    --ink: #e8e6e1;
    --soft: #a4adb6;
    --line: #2c3238;
    --edge: #727c86;
    --track: #363d44;
    --kept: #55b893;
    --around: #2f6b55;
    --mark: #17392d;
    --mark-ink: #d3f3e4;
    --drop: #98a1aa;
    --warn: #f2c777;
    --warn-paper: #38290b;
    --part: #7ea6d0;
    --link: #86c5e6;
  }
}
`;
