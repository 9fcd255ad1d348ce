// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";
import {Token as T} from "./Token.sol";

interface Owner {
    function owner() external view returns (address);
}

/* A depot. */
contract Depot is Base, Owner {
    enum Kind { Small, Large }
    struct Item {
        uint256 size;
        Kind kind;
    }

    uint256 public constant LIMIT = 10;
    mapping(address => uint256) private balances;
    Item[] items;
    address immutable keeper;

    event Stored(address indexed who, uint256 size);
    error TooLarge(uint256 size);

    modifier onlyKeeper() {
        require(msg.sender == keeper, "no keeper");
        _;
    }

    constructor(address first) {
        keeper = first;
    }

    function owner() external view override returns (address) {
        return keeper;
    }

    function store(uint256 size, Kind kind) public payable onlyKeeper returns (uint256 count, bool) {
        if (size > LIMIT) {
            revert TooLarge(size);
        } else {
            items.push(Item({size: size, kind: kind}));
        }
        for (uint256 i = 0; i < items.length; i++) {
            balances[msg.sender] += items[i].size * 2;
        }
        while (count < 3) {
            count++;
        }
        unchecked {
            count -= 1;
        }
        uint256[] memory parts = new uint256[](2);
        parts[0] = size > 3 ? 1 : 0x10;
        (uint256 a, ) = (count, 2);
        delete items[a];
        emit Stored(msg.sender, size);
        return (count, !true && false || a != 1);
    }

    receive() external payable {}
}
