"use strict";
(() => {
  const modules = {
    "./events.js": (module) => {
      module.exports = class Events {
        constructor() { this.listeners = new Map(); }
        on(name, call) {
          if (!this.listeners.has(name)) this.listeners.set(name, []);
          this.listeners.get(name).push(call);
          return this;
        }
        emit(name, ...args) { (this.listeners.get(name) || []).forEach((call) => call(...args)); }
      };
    },
    "./dates.js": (module) => {
      const pad = (n) => String(n).padStart(2, "0");
      module.exports.day = (date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
      module.exports.add = (date, days) => new Date(date.getTime() + days * 86400000);
    },
    "./cart.js": (module, exports, require) => {
      const Events = require("./events.js");
      const { rate } = require("./rates.js");
      module.exports = class Cart extends Events {
        constructor(country) { super(); this.country = country; this.lines = []; }
        add(name, price, count = 1) {
          this.lines.push({ name, price, count });
          this.emit("changed", this.lines.length);
        }
        total() {
          const net = this.lines.reduce((sum, { price, count }) => sum + price * count, 0);
          return net * (1 + rate(this.country).value);
        }
      };
    },
    "./rates.js": (module, exports, require) => {
      const table = { AT: { value: 0.2 }, DE: { value: 0.19 }, IT: { value: 0.22 } };
      module.exports.rate = (country) => table[country];
      module.exports.countries = Object.keys(table);
    },
    "./main.js": (module, exports, require) => {
      const Cart = require("./cart.js");
      const dates = require("./dates.js");
      const { countries } = require("./rates.js");
      const log = [];
      for (const country of [...countries, "CH"]) {
        const cart = new Cart(country);
        cart.on("changed", (count) => log.push(`${country}: ${count}`));
        cart.add("bread", 3.2);
        cart.add("cheese", 11.9, 2);
        console.log(country, dates.day(dates.add(new Date(0), 7)), cart.total().toFixed(2));
      }
    },
  };
  const loaded = {};
  const require = (name) => {
    if (loaded[name]) return loaded[name].exports;
    const module = (loaded[name] = { exports: {} });
    modules[name](module, module.exports, require);
    return module.exports;
  };
  require("./main.js");
})();
